async function load() {
  await 0
  throw new Error('no data')
}
load()
