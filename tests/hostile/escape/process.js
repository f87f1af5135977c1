// expect: reference
process.exit(1)
