console.log(JSON.stringify({ count: 5n }))
