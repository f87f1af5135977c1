drawCircle('wheel_left', 0, 0, 5)
translate('wheel_lft', 10, 0)
