// expect: thrown type
await import({ toString() { throw new Error('no') } })
