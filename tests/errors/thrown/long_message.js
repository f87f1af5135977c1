throw new Error('x'.repeat(5000))
