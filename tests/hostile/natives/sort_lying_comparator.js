// expect: timeout memory ok
new Array(200000).fill(0).map((_, n) => n).sort(() => Math.random() - 0.5)
