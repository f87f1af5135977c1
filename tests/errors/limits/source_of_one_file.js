// options: { "limits": { "sourceBytes": 30 } }
drawCircle('a', 0, 0, 5)
drawCircle('b', 0, 0, 5)
