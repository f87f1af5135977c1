import 'https://example.org/lib.js'
