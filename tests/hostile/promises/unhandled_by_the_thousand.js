// expect: promise timeout memory
for (let n = 0; n < 5000; n++) Promise.reject(new Error('no ' + n))
