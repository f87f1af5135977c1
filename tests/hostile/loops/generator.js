// expect: timeout
function* numbers() { for (let n = 0; ; n++) yield n }
for (const n of numbers());
