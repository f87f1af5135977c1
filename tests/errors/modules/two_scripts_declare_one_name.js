import 'walls'
import 'doors'
// file: walls
const thickness = 20
// file: doors
const width = 90
const thickness = 5
