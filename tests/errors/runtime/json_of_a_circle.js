const part = { name: 'a' }
part.parent = part
console.log(JSON.stringify(part))
