// expect: timeout memory
function again() { return Promise.resolve().then(again) }
await again()
