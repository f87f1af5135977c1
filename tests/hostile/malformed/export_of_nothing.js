// expect: syntax reference module
export { nothing }
