const load = async () => { throw new RangeError('too large') }
await load()
