// expect: module syntax
import defer * as a from 'b'
