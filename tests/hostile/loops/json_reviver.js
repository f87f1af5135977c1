// expect: timeout
JSON.parse('[1]', () => { for (;;) {} })
