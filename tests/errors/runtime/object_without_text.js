const size = Object.create(null)
const label = 'size ' + size
