// expect: reference
throw new ReferenceError('nothing is not defined')
