// expect: timeout ok
for (let n = 0; n < 10000; n++) drawText('t' + n % 10, '\u4e00' + n, 0, 0, 1)
