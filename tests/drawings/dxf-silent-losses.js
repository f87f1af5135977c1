// Every entity of a file is drawn, counted with its reason, or the warning says that the file ends early.
const lines = (...parts) => parts.flat().join('\n')
const START = ['0', 'SECTION', '2', 'ENTITIES'], END = ['0', 'ENDSEC']
const circle = (x, r) => ['0', 'CIRCLE', '8', '0', '10', x, '20', '0', '40', r]
const files = {
  three_sections: lines(START, circle(0, 1), END, START, circle(5, 1), END, START, circle(9, 2), END, '0', 'EOF'),
  no_size: lines(START, circle(0, 0), circle(0, -3), '0', 'LINE', '8', '0', '10', '1', '20', '1', '11', '1', '21', '1',
    '0', 'LWPOLYLINE', '8', '0', '90', '1', '70', '0', '10', '1', '20', '1', circle(1, 1), END, '0', 'EOF'),
  after_end: lines(START, circle(0, 1), END, '0', 'EOF', 'words after it', 'more'),
  no_block: lines(START, '0', 'INSERT', '8', '0', '2', 'NOPE', '10', '0', '20', '0', circle(0, 1), END, '0', 'EOF'),
  cut_off: lines(START, circle(0, 1), '0', 'CIRCLE', '8', '0', '10'),
}
for (const [name, text] of Object.entries(files)) {
  const { names, skipped } = importDxf(name, text)
  console.log(name, names.length, JSON.stringify(skipped))
}
//= three_sections 3 {}
//= no_size 1 {"CIRCLE without a size":2,"LINE without a size":1,"LWPOLYLINE without a size":1}
//= after_end 1 {}
//= no_block 1 {"INSERT of a missing block":1}
//= cut_off 1 {"CIRCLE without the number of code 10":1}
//! it ends after
