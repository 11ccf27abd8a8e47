import { s as languageMap } from "../core-BIWFpCIO.js";
import { r as bracketIndenting } from "../shared-DXMiLwjC.js";
//#region src/languages/sql.ts
languageMap.plsql = languageMap.sql = bracketIndenting({
	line: "--",
	block: ["/*", "*/"]
});
//#endregion
