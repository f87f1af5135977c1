for (let i = 0; i < 3; i++) drawCircle(`c_${i}, 0, 0, 5)
