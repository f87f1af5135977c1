// expect: syntax
const a = <b></b>
