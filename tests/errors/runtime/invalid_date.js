console.log(new Date(NaN).toISOString())
