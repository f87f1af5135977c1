function each(list, callback) {
  if (typeof callback !== 'function') throw new TypeError('callback must be a function')
}
each([], 5)
