Promise.reject('no data')
