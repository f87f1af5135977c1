// expect: ok
for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype']) drawCircle(name, 0, 0, 1)
getEntity('__proto__')
getEntity('constructor').name
