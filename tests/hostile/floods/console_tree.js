// expect: ok memory timeout
let tree = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
for (let n = 0; n < 12; n++) tree = [tree, tree, tree, tree]
console.log(tree)
