// Attributes of a property stay when another is deleted or becomes an accessor (OrdinaryDelete, ValidateAndApplyPropertyDescriptor).
const o = { w: 0, x: 1, y: 2 }
Object.defineProperty(o, 'y', { get() { return 3 }, configurable: true, enumerable: true })
Object.defineProperty(o, 'w', { value: 7, writable: false, enumerable: false })
delete o.x
o.w = 8
console.log(`${Object.keys(o)} ${o.w} ${o.y} ${JSON.stringify(Object.getOwnPropertyDescriptor(o, 'w'))}`)
