console.table([{ name: 'hole', x: 0 }])
