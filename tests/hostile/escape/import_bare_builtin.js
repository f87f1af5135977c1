// expect: module
import { readFileSync } from 'fs'
