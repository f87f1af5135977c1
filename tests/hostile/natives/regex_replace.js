// expect: timeout
('a'.repeat(40) + '!').replace(/(a*)*$/g, '')
