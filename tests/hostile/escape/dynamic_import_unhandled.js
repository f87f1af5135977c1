// expect: module type promise
import('node:' + 'fs')
