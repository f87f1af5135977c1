drawCircle('a', 0, 0, 1)
let
