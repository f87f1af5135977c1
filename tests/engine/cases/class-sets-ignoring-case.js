// With v and i, operands of class sets are folded before they are compared, and complements are those of folded sets (CompileToCharSet).
const show = (re, text) => console.log(String(re), JSON.stringify(re.exec(text)))
show(/[[a-z]--[A-C]]+/vi, 'abcdef'); show(/[[A-Z]&&[a-c]]+/vi, 'xaBc'); show(/[[a-z]&&B]+/vi, 'abB')
show(/\P{Lu}/vi, 'A1'); show(/[\P{Lu}]/vi, 'A1'); show(/[^\P{Lu}]/vi, 'a'); show(/[^\p{Lu}]/vi, 'a1'); show(/[\W]/vi, '\u017f'); show(/[\p{Lu}--[A-M]]+/vi, 'abnopAN')
show(/[a&b]+/v, 'xa&b'); show(/[\b]/v, 'b\b'); show(/[\q{ab|}]$/v, 'x'); show(/[\q{b}--b]/v, 'b'); show(/[\q{AB}--\q{ab}]/vi, 'ab'); show(/[[a-c]--\q{b}]+/v, 'abc')
