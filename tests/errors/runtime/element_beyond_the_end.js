const sizes = [1, 2]
const changed = sizes.with(2, 5)
