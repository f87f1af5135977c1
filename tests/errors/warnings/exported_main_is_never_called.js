const size = 5
export default function main() {
  helper(size)
}
function helper(size) {
  drawCircle('a', 0, 0, size)
}
