import { spurGear } from 'gears'
const gear = { module: 2, teeth: 18 }
spurGear('a', 0, 0, { ...gear, tooth: 3 })
