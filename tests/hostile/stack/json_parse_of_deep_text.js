// expect: stack syntax ok
JSON.parse('['.repeat(100000) + ']'.repeat(100000))
