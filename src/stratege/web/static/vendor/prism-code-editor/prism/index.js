import { a as languages, c as tokenize, i as highlightTokens, l as tokenizeText, r as highlightText, s as rest, t as Token, u as withoutTokenizer } from "../core-Dr0o9A-8.js";
export { Token, highlightText, highlightTokens, languages, rest, tokenize, tokenizeText, withoutTokenizer };
