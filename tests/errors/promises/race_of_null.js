const first = await Promise.race(null)
