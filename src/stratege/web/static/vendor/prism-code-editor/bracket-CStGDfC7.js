//#region src/utils/bracket.ts
var testBracket = (str, brackets, l) => {
	return brackets.indexOf(str[0]) + 1 || l && brackets.indexOf(str[l]) + 1;
};
//#endregion
export { testBracket as t };
