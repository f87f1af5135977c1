// expect: syntax
{ import a from 'b' }
