const turn = -Symbol('turn')
