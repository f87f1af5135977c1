// An offset may stand without its colon, as other engines read it; one without minutes is none.
for (const text of ['2016-01-01T12:30+0100', '2016T12:30:47.123-0700', '2016-01-01T12:30+01:30', '2016-01-01T12:30-07', '2016-01-01T12:30+1', '2016-01-01T12:30+01000', '2016-01-01T12:30+0160', '2016-01-01T12:30+2400'])
  console.log(text, Date.parse(text))
