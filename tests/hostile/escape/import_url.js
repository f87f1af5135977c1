// expect: module
import x from 'https://example.com/x.js'
