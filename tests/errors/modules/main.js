import 'shapes'
// file: shapes
import { size } from 'main'
export const a = size
