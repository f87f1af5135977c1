// expect: type
''.constructor.constructor('return this')()
