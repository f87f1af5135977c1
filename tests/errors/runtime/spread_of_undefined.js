function outline(points) {
  drawPolygon('outline', [...points, [0, 0]])
}
outline()
