// expect: timeout ok
for (let n = 0; n < 500; n++) drawCircle('a'.repeat(200) + n, 0, 0, 1)
for (let n = 0; n < 500; n++) listEntities({ name: '*a*a*a*a*a*a*a*a*a*a*a*b' })
