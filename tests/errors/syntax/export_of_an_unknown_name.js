const size = 1
export { sise }
