Promise.resolve(5).then(r => drawCircle('a', 0, 0, -r))
