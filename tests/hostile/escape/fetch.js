// expect: reference
fetch('https://example.com/')
