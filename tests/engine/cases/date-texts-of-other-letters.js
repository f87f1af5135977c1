// 21.4.3.2 Date.parse: small letters t and z, blanks and letters beyond ASCII, and signs that V8 takes for letters
const texts = ['[0]', 'a[1]', 'a 0]', 'a_1', 'Jan\u202f5, 2020 10:00\u202fPM', '\u00a02020-01-02', '2020-01-02\u00a0', '\ufeff2020-01-02',
  '1 Jan\u00e9 2020', '\u00e9 1 Jan 2020', 'Jan 1 2020 \u00e9', '2020\u20281', '\u4e00 2020', '2020-01-02t03:04Z', '2020-01-02T03:04z',
  '2020-01-02 03:04z', '+002020-01-02t03:04:05z', '2020-01t10:00Z', '2020-01-02T03:04:05\u00a0', '\u{1f600} 2020', '\ud800 2020']
for (const text of texts) console.log(JSON.stringify(text), Date.parse(text))
