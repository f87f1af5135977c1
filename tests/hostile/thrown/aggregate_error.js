// expect: thrown
throw new AggregateError(new Array(10000).fill(new Error('x')), 'all')
