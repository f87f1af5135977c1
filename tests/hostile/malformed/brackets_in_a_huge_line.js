// expect: syntax
f(«[],»×250000
