// expect: promise
Promise.reject()
