drawPolygon(
  'roof',
  [0, 0, 10, 0, '5', 8],
)
