// A literal with the flag v may have all escapes of u (CharacterEscape with UnicodeMode).
console.log(/[\u{41}-\u{43}]/v.test('B'), /[\p{Any}--[\x01-\u{10ffff}]]/v.test('\0'), /\u{1F600}/v.test('😀'))
console.log(/[\p{ASCII}&&\p{Decimal_Number}]/v.test('5'), /^[\q{ab|\u{63}}]+$/v.test('abcab'), /[^\u{0}]/v.test('\0'))
