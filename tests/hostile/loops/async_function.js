// expect: timeout
async function spin() { for (;;) await null }
spin()
