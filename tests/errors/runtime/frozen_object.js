'use strict'
const size = Object.freeze({ w: 5 })
size.w = 6
