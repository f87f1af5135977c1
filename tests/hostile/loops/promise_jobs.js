// expect: timeout
function again() { Promise.resolve().then(again) }
again()
