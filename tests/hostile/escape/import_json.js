// expect: module syntax
import x from './package.json' with { type: 'json' }
