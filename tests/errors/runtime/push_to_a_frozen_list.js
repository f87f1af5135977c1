'use strict'
const names = Object.freeze(['a'])
names.push('b')
