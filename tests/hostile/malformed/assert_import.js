// expect: module syntax
import a from 'b' assert { type: 'json' }
