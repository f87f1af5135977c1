// expect: promise
Promise.reject(new Error('no'))
