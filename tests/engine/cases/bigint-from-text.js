// Texts become BigInts without separators, and with all white space of ECMAScript around them (StringToBigInt).
const attempt = text => { try { console.log(JSON.stringify(text), String(BigInt(text))) } catch (e) { console.log(JSON.stringify(text), e.name) } }
for (const text of ['1_000', '\u00a07\ufeff', ' \n12\t', '', '  ', '-5', '+5', '--5', '0x1f', '-0x1f', '+0b1', '0o17', '0x', '5n', '1e3', '1.0', '\u180e1', '\u20281']) attempt(text)
console.log(10n == '1_0', '1_0' == 10n, 1n < '1_0', 16n == '0x10', 0n == ' ')
