// expect: memory range
Array(1e9).join('xxxxxxxxxx')
