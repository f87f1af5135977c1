export default () => drawCircle('a', 0, 0, 5)
