// Dates are read in the forms that other engines read, and printed with their zone (Date.parse, ToDateString).
for (const text of ['Jan 5, 2020', '5 January 2020', '2020/01/05', '01/05/2020 10:30', '2020-01-05 10:30:15', 'Sun, 05 Jan 2020 10:00:00 GMT', '2020-01-01T00:00:00.123456Z', '2020-1-5', 'Jan 5 2020 5:06 PM', 'Mon, 25 Dec 1995 13:30:00 +0430', '2020-13-01', 'nonsense', 'Jan 32 2020', '1/2/70']) {
  console.log(text, new Date(text).getTime())
}
console.log(String(new Date(0)), '|', new Date(0).toTimeString(), '|', Date.parse(String(new Date(86400000))))
console.log(new Date(0).toLocaleDateString(), new Date('2020-06-15').toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric' }), new Date('2020-06-15').toLocaleDateString('de-DE'), new Date('2020-06-15').toLocaleDateString('sv-SE'))
