// expect: ok
   
