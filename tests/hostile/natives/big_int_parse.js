// expect: timeout
BigInt('9'.repeat(3000000))
