// expect: thrown
throw new Error('\ud800 \udfff')
