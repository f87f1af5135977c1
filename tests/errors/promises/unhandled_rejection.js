Promise.reject(new Error('no data'))
