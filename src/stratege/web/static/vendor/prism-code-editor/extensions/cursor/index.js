import { n as cursorPosition, t as customCursor } from "../../cursor-DG83RFEF.js";
export { cursorPosition, customCursor };
