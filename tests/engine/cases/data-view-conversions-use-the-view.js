// Conversions of the arguments of a DataView may change the view (GetViewValue, SetViewValue, 25.3.1.5).
const d = new DataView(new ArrayBuffer(8))
d.setInt8({ valueOf() { d.x = 1; return 0 } }, { valueOf() { d.y = 1; return 5 } })
console.log(d.getInt8({ valueOf() { d.z = 1; return 0 } }), Object.keys(d).join())   // 5 x,y,z
