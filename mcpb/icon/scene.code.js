// The icon of the MCP bundle, drawn by
// scenewright render mcpb/icon --width 512 --height 512 --background transparent -o mcpb/icon.png
setPage([128, 128], { scale: '1:1', frame: false, margin: 0, center: [0, 0] })
setDefaults({ keep: false })
drawRoundedRect('ground', 0, 0, 128, 128, 28)
drawRoundedRect('plate', 0, 0, 88, 88, 14)
drawCircle('bore', 0, 0, 18)
const corners = [[-29, -29], [29, -29], [29, 29], [-29, 29]]
const holes = corners.map(([x, y], index) => {
  drawCircle(`hole_${index + 1}`, x, y, 6.5)
  return `hole_${index + 1}`
})
booleanDifference('plate', ['bore', ...holes], 'part')
setFill('ground', '#14507a')
setFill('part', '#f4f8fb')
setStroke('ground', null)
setStroke('part', null)
