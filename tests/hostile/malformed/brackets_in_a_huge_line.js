// expect: syntax
// time: 2000
f(«[],»×250000
