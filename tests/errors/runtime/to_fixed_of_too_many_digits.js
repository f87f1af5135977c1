console.log((1.5).toFixed(200))
