// The scene of the view's benchmark in three.js, for a page: drawn by its SVGRenderer, moved by its camera.
import {
  BufferGeometry,
  LineBasicMaterial,
  LineLoop,
  Mesh,
  MeshBasicMaterial,
  OrthographicCamera,
  Scene,
  Shape,
  ShapeGeometry,
  Vector2,
} from 'three'
import { SVGRenderer } from 'three/addons/renderers/SVGRenderer.js'

const CIRCLE_POINTS = 24

const outlines = [
  Array.from({ length: CIRCLE_POINTS }, (_, index) => {
    const angle = (2 * Math.PI * index) / CIRCLE_POINTS
    return new Vector2(5 * Math.cos(angle), 5 * Math.sin(angle))
  }),
  [new Vector2(-4.5, -3.5), new Vector2(4.5, -3.5), new Vector2(4.5, 3.5), new Vector2(-4.5, 3.5)],
  [new Vector2(-5, -4), new Vector2(5, -4), new Vector2(0, 5)],
]

/** Draws so many circles, rects and triangles, and answers the function that moves them a little and draws a frame. */
function start(count, width, height) {
  const side = Math.ceil(Math.sqrt(count))
  const scene = new Scene()
  const lines = outlines.map((points) => new BufferGeometry().setFromPoints(points))
  const areas = outlines.map((points) => new ShapeGeometry(new Shape(points)))
  const pen = new LineBasicMaterial({ color: 0x222222 })
  const fills = [0x88aadd, 0xddaa66].map((color) => new MeshBasicMaterial({ color }))
  for (let index = 0; index < count; index += 1) {
    const place = [(index % side) * 12, Math.floor(index / side) * 12, 0]
    if (index % 2 === 0) {
      const area = new Mesh(areas[index % 3], fills[index % 4 === 0 ? 0 : 1])
      area.position.set(...place)
      scene.add(area)
    }
    const line = new LineLoop(lines[index % 3], pen)
    line.position.set(...place)
    scene.add(line)
  }
  const half = (side * 12) / 2
  const across = (half * width) / height
  const camera = new OrthographicCamera(-across, across, half, -half, 0.1, 10)
  camera.position.set(half, half, 5)
  const renderer = new SVGRenderer()
  renderer.setSize(width, height)
  globalThis.document.body.append(renderer.domElement)
  renderer.render(scene, camera)
  return (frame) => {
    camera.position.x += frame % 60 < 30 ? half / 60 : -half / 60
    renderer.render(scene, camera)
  }
}

globalThis.startThree = (...given) => {
  globalThis.panThree = start(...given)
}
