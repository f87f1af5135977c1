// expect: module
import fs from 'node:fs'
