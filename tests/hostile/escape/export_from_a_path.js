// expect: module
export * from '../secret'
