// The scene vocabulary. Generated from the table of functions; do not edit.

/** [x1, y1, x2, y2, ...] or [[x, y], ...] */
type Points = number[] | [number, number][]
/** [r, g, b] or [r, g, b, a] in 0..1, or a CSS colour */
type Color = [number, number, number] | [number, number, number, number] | string

interface Entity {
  name: string
  type: string
  parent: string | null
  children: string[]
  style: { fill: Color | null, stroke: { color: Color, width: number, dash: number[], cap: string, join: string } | null }
  layer: string
  z_order: number
  /** `text` is there for what drawText drew. */
  local: { geometry: object, text?: object, transform: object, pivot: [number, number], bounds: object | null }
  world: {
    bounds: { min_x: number, min_y: number, max_x: number, max_y: number } | null
    center: [number, number] | null
  }
}

/** The test of a rule; in the test of another it is `true`, or has thrown. */
type Rule = () => true

/** Thrown by a call that the scene refuses. */
declare class SceneError extends Error {}

// shapes: draw things; drawing a name that exists replaces that entity

/**
 * Draws a circle about x, y. The radius is greater than 0.
 * @example drawCircle('wheel', 0, 0, 25)
 */
declare function drawCircle(name: string, x: number, y: number, radius: number): true

/**
 * Draws a rectangle whose CENTRE is x, y. Width and height are greater than 0.
 * @example drawRect('plate', 0, 0, 120, 80)
 */
declare function drawRect(name: string, x: number, y: number, width: number, height: number): true

/**
 * Draws an open polyline through at least 2 points. Points are [x1, y1, x2, y2, ...] or [[x, y], ...].
 * @example drawLine('path', [-50, -20, -20, 20, 10, -10, 50, 25])
 */
declare function drawLine(name: string, points: Points): true

/**
 * Draws a closed polygon of at least 3 points. Holes are arrays of points, each at least 3.
 * @example drawPolygon('roof', [-30, 0, 30, 0, 0, 20])
 */
declare function drawPolygon(name: string, points: Points, holes?: Points[]): true

/**
 * Draws an open arc from startAngle counter-clockwise to endAngle. Angles are radians; a full turn is a circle.
 * @example drawArc('door', 0, 0, 90, 0, Math.PI / 2)
 */
declare function drawArc(name: string, cx: number, cy: number, radius: number, startAngle: number, endAngle: number): true

/**
 * Draws an ellipse about cx, cy with the half axes rx along x and ry along y, turned counter-clockwise by the rotation in radians (0). Both half axes are greater than 0.
 * @example drawEllipse('pond', 0, 0, 40, 25, Math.PI / 8)
 */
declare function drawEllipse(name: string, cx: number, cy: number, rx: number, ry: number, rotation?: number): true

/**
 * Draws SVG path data: M L H V C S Q T A Z, absolute or relative, any number of sub-paths. y points up.
 * @example drawBezier('leaf', 'M 0 0 C 10 20 30 20 40 0 Z')
 */
declare function drawBezier(name: string, path: string): true

/**
 * Draws text as outlines, its baseline at y. One glyph makes one shape; several make a group `name` of `name_g0`, `name_g1` and so on; blank text draws nothing and gives false. A Latin font is built in; `font` is the name of one of the system's, such as 'DejaVu Sans Bold'. Characters that the font lacks, as Hangul, are taken from another that has them; what none has is a box and a warning. `fontPath` is a font file in a folder that the host allows.
 * @example drawText('title', 'Plan', 0, 100, 12, { align: 'center' })
 */
declare function drawText(name: string, text: string, x: number, y: number, size: number, options?: { font?: string, fontPath?: string, align?: 'left' | 'center' | 'right', color?: Color }): boolean

/**
 * Measures a text without drawing it, in the font that drawText takes for that name. The descent is a positive length below the baseline.
 * @example const { width } = getTextMetrics('Plan', 12)
 * drawLine('rule', [0, -3, width, -3])
 */
declare function getTextMetrics(text: string, size: number, font?: string): { width: number, height: number, ascent: number, descent: number }

// transforms: move, turn and size; they add up over calls

/**
 * Moves an entity by dx, dy along the world's axes, or with space 'local' along its own. Gives false when nothing moves.
 * @example translate('wheel', 40, 0)
 */
declare function translate(name: string, dx: number, dy: number, options?: { space?: 'world' | 'local' }): boolean

/**
 * Turns an entity counter-clockwise by an angle in radians about its pivot. With around 'center' the centre of its world bounds stays where it is.
 * @example rotate('arm', Math.PI / 6)
 */
declare function rotate(name: string, angle: number, options?: { space?: 'world' | 'local', around?: 'origin' | 'center' }): boolean

/**
 * Multiplies the size of an entity about its pivot. A negative factor mirrors; 0 is a RangeError.
 * @example scale('tree', 1.5, 1.5)
 */
declare function scale(name: string, sx: number, sy: number, options?: { space?: 'world' | 'local', around?: 'origin' | 'center' }): boolean

/**
 * Sets the point, in the entity's own coordinates, that rotation and scale go about. A new entity's is the centre of its bounds, a new group's [0, 0].
 * @example setPivot('arm', 0, 0)
 * rotate('arm', Math.PI / 6)
 */
declare function setPivot(name: string, px: number, py: number): true

// groups: groups, copies and removal

/**
 * Makes a group of entities that exist. An entity is in one group: it leaves the one it was in. An empty group is allowed.
 * @example createGroup('car', ['body', 'wheel'])
 * translate('car', 40, 25)
 */
declare function createGroup(name: string, children?: string[]): true

/**
 * Puts an entity into a group and keeps its place in the world exactly. Gives false when it is in it already.
 * @example addToGroup('car', 'mirror_left')
 * translate('car', 40, 25)
 */
declare function addToGroup(group: string, entity: string): boolean

/**
 * Takes an entity out of its group and keeps its place in the world. Gives false when it is in none.
 * @example removeFromGroup('mirror_left')
 * translate('car', 0, -30)
 */
declare function removeFromGroup(entity: string): boolean

/**
 * Removes a group and leaves its children where they are in the world.
 * @example ungroup('car')
 * translate('wheel', 0, -25)
 */
declare function ungroup(group: string): true

/**
 * Removes an entity with all that is in a group; with children false, the children stay, at the root. Gives false when there is no such entity.
 * @example deleteEntity('helper')
 */
declare function deleteEntity(name: string, options?: { children?: boolean }): boolean

/**
 * Makes an exact copy in the same place. The children of a copied group are named name_0, name_1 and so on.
 * @example duplicate('window', 'window_2')
 * translate('window_2', 45, 0)
 */
declare function duplicate(source: string, name: string): true

/**
 * Makes a mirrored copy about the source's own centre: 'x' swaps left and right, 'y' up and down.
 * @example mirror('wing', 'wing_right', 'x')
 * translate('wing_right', 70, 0)
 */
declare function mirror(source: string, name: string, axis: 'x' | 'y'): true

// style: fill, stroke and layers

/**
 * Fills an entity with a colour, or with null takes the fill away; 'bylayer' is the colour of its layer. On a group it applies to the children that have no fill of their own.
 * @example setFill('wheel', [0.2, 0.2, 0.25])
 */
declare function setFill(name: string, color: Color | null): true

/**
 * Strokes an entity with a colour and a width in the scene's unit (1). Width 0 or the colour null takes the stroke away. The colour 'bylayer', without width and options, is the pen of the layer, which new entities have: its colour, line weight and line type, or else a fine black one.
 * @example setStroke('axis', 'steelblue', 0.5, { dash: [4, 2] })
 */
declare function setStroke(name: string, color: Color | null, width?: number, options?: { dash?: number[], cap?: 'butt' | 'round' | 'square', join?: 'miter' | 'round' | 'bevel' }): true

/**
 * Puts an entity on a layer, which need not be defined, with all that is in a group; with children false, the group alone. A text is one entity either way. A new entity is on the layer '0'.
 * @example setLayer('wall', 'walls')
 * console.log(listEntities({ layer: 'walls' }))
 */
declare function setLayer(name: string, layer: string, options?: { children?: boolean }): true

/**
 * Makes a layer or changes one; what the options leave out stays. What is on a layer that is not visible is in no picture, with all that is in it. What is on a locked layer cannot be changed, moved or replaced by later calls, nor can a group that holds it. What has no style of its own has the layer's colour, line type and line weight, which is in millimetres on paper and one of DXF's: 0.13, 0.18, 0.25, 0.35, 0.5, 0.7, 1, 1.4, 2 and some between them.
 * @example defineLayer('hidden_edges', { linetype: 'dashed', visible: false })
 */
declare function defineLayer(name: string, options?: { color?: Color, linetype?: 'continuous' | 'dashed' | 'dotted' | 'dashdot' | 'center' | 'hidden' | 'phantom', lineweight?: number, visible?: boolean, locked?: boolean }): true

// order: what lies in front of what

/**
 * Moves an entity among its siblings. The mode is 'front', 'back', an index from 0 at the back, '+n' or '-n' steps, 'above:other' or 'below:other'.
 * @example drawOrder('title', 'front')
 */
declare function drawOrder(name: string, mode: 'front' | 'back' | number | string): boolean

/**
 * Lists the entities of a group, or of the root, from back to front.
 * @example console.log(getDrawOrder().order)
 */
declare function getDrawOrder(group?: string): { level: string, order: string[], details: { name: string, type: string, z: number }[] }

// queries: questions to the scene

/**
 * Tells whether there is an entity of that name.
 * @example if (!exists('base')) drawRect('base', 0, -2, 40, 4)
 */
declare function exists(name: string): boolean

/**
 * Gives everything about an entity: type, parent, children, style, layer, place in the order, local geometry and transform, world bounds and centre. Gives null when there is no such entity.
 * @example const { type, world } = getEntity('plate')
 * console.log(type, world.center)
 */
declare function getEntity(name: string): Entity | null

/**
 * Gives the exact bounds of an entity in the world, without stroke width. Gives null for an empty group and for a name that does not exist.
 * @example const { min, max } = getWorldBounds('plate')
 * drawPolygon('box', [min, [max[0], min[1]], max, [min[0], max[1]]])
 */
declare function getWorldBounds(name: string): { min: [number, number], max: [number, number] } | null

/**
 * Gives the matrix from the entity's own coordinates to the world as three rows.
 * @example console.log(getWorldTransform('arm').map((row) => row.map(Math.round)))
 */
declare function getWorldTransform(name: string): [[number, number, number], [number, number, number], [number, number, number]]

/**
 * Gives the place in the world of a point in the entity's own coordinates.
 * @example const tip = getWorldPoint('arm', 100, 0)
 * drawCircle('tip', tip.x, tip.y, 8)
 */
declare function getWorldPoint(name: string, x: number, y: number): { x: number, y: number }

/**
 * Lists names from back to front. The filter's name may hold * and ?; its group keeps the entities inside that group, at any depth.
 * @example for (const wall of listEntities({ name: '*_wall' })) setFill(wall, 'tan')
 */
declare function listEntities(filter?: { layer?: string, type?: string, group?: string, name?: string }): string[]

/**
 * Gives the area that a closed shape or a group of them covers in the world, exact for arcs and curves. What overlaps counts once, and an open arc is its slice of the pie.
 * @example console.log(getArea('plate').toFixed(2))
 */
declare function getArea(name: string): number

/**
 * Gives the length of an entity's lines in the world, exact for arcs and curves. That of a closed shape is its perimeter with that of its holes, that of a group the sum.
 * @example console.log(getLength('fence').toFixed(2))
 */
declare function getLength(name: string): number

/**
 * Tells whether all of the inner entity is inside of the outer one's area. What touches the border from within is inside, and so is what is out by no more than the tolerance.
 * @example if (!contains('plate', 'slot')) console.warn('the slot is cut off')
 */
declare function contains(outer: string, inner: string): boolean

/**
 * Lists the shapes at a point in the world, the front one first. These are the closed ones that hold it, filled or not, and all whose lines are no further from it than the tolerance, which is the scene's unless given.
 * @example console.log(entitiesAt(10, 20))
 */
declare function entitiesAt(x: number, y: number, tolerance?: number): string[]

/**
 * Gives the smallest distance between two entities in the world, with the point of each where it is. Closed shapes are areas, so that what overlaps is 0 apart. Curves count to a hundredth of the tolerance.
 * @example const { from, to } = distance('gear', 'housing')
 * drawLine('gap', [from, to])
 */
declare function distance(a: string, b: string): { distance: number, from: [number, number], to: [number, number] }

/**
 * Gives the points where the lines of two entities meet in the world, from left to right. Where they run along each other, these are the ends of what they share. Points nearer to each other than the tolerance are one.
 * @example for (const [x, y] of intersections('road', 'river')) drawCircle(`bridge_${x}`, x, y, 5)
 */
declare function intersections(a: string, b: string): [number, number][]

// regions: areas: join, cut, grow and shrink closed shapes and groups of them

/**
 * Draws the area that is in a or in b, which are names or arrays of names of closed shapes and groups of them. The result has the place in the world; the inputs stay. Curves stay what they are, exactly: a part is a polygon when all of it is straight, a circle or an ellipse when it is a whole one, or else a path of lines, arcs and Bézier curves. One part is the entity result, several are the group result of result_0, result_1 and so on, names that no other entity may have; when nothing results, there is no such entity, and the call gives false. The result has the layer and style of the first of a, or of the entity that like names; with keep false the inputs are removed.
 * @example booleanUnion('plate', ['ear_left', 'ear_right'], 'body')
 */
declare function booleanUnion(a: string | string[], b: string | string[], result: string, options?: { like?: string, keep?: boolean }): boolean

/**
 * Draws the area that is in a and not in b. Names, arrays, result and options are as for booleanUnion.
 * @example booleanDifference('plate', ['hole_0', 'hole_1'], 'drilled')
 */
declare function booleanDifference(a: string | string[], b: string | string[], result: string, options?: { like?: string, keep?: boolean }): boolean

/**
 * Draws the area that is both in a and in b. Names, arrays, result and options are as for booleanUnion.
 * @example booleanIntersect('disc', 'strip', 'band')
 */
declare function booleanIntersect(a: string | string[], b: string | string[], result: string, options?: { like?: string, keep?: boolean }): boolean

/**
 * Draws the area that is in a or in b, but not in both. Names, arrays, result and options are as for booleanUnion.
 * @example booleanXor('left', 'right', 'sides')
 */
declare function booleanXor(a: string | string[], b: string | string[], result: string, options?: { like?: string, keep?: boolean }): boolean

/**
 * Draws the area of an entity grown by delta on all sides, or shrunk when delta is negative. Corners that open are round, or as joinType says; a mitred corner that would be further than miterLimit (2) times delta from its vertex is square. Lines and circular arcs stay such, those of earlier results too, and round corners are arcs: a part is a circle, a polygon when all of it is straight, or else a path. Other curves are made of edges that keep within tolerance, the scene's unless given. Several parts are a group, and like and keep work, as for booleanUnion.
 * @example offsetPolygon('pocket', -6, 'tool_path', { joinType: 'miter' })
 */
declare function offsetPolygon(name: string, delta: number, result: string, options?: { joinType?: 'round' | 'square' | 'miter', miterLimit?: number, tolerance?: number, like?: string, keep?: boolean }): boolean

/**
 * Draws the smallest convex polygon around the area of an entity. Layer, style and options are as for booleanUnion. Gives false when the entity has no area.
 * @example convexHull('gear', 'envelope')
 */
declare function convexHull(name: string, result: string, options?: { like?: string, keep?: boolean }): boolean

/**
 * Draws every connected part of an entity's area, with its holes, as an entity of its own: prefix_0, prefix_1 and so on, from left to right, names that no entity may have yet. The parts, layer, style and options are as for booleanUnion. Gives the names.
 * @example for (const part of decompose('offcuts', 'piece')) setFill(part, 'tan')
 */
declare function decompose(name: string, prefix: string, options?: { like?: string, keep?: boolean }): string[]

// scene: settings of the whole scene

/**
 * Sets the unit that lengths of the scene are in; nothing drawn changes size. The default is mm; px is 1/96 in.
 * @example setUnits('cm')
 */
declare function setUnits(units: 'mm' | 'cm' | 'm' | 'in' | 'ft' | 'px'): true

/**
 * Sets the scale of the drawing on paper, such as '1:50', '2:1', or 50 for 1:50; nothing drawn changes size. Line weights and line types of layers, and the fine pen, are in millimetres on paper. The default is the largest of 1:1, 1:2, 1:5, 1:10 and so on that fits an A3 sheet.
 * @example setDrawingScale('1:100')
 */
declare function setDrawingScale(scale: number | string): true

/**
 * Sets how far straight edges may be from the curves that they stand for, in the scene's unit: in offsets of ellipses and Bézier curves, in convex hulls and in distances. The default is 0.01; calls from then on use the new one.
 * @example setTolerance(4)
 * convexHull('leaf', 'coarse')
 */
declare function setTolerance(tolerance: number): true

/**
 * Computes the scale that fits a drawing of that size into the viewport ([1600, 1000]) less the margin (0.1) on each side, and the offsets that centre it.
 * @example console.log(fitToViewport(900, 1080).scale)
 */
declare function fitToViewport(width: number, height: number, options?: { viewport?: [number, number], margin?: number }): { scale: number, offsetX: number, offsetY: number, viewportWidth: number, viewportHeight: number }

// rules: parameters that a host may set, and rules that the finished scene must keep

/**
 * Declares a parameter and gives its value: this one, or the one that the host set for the run. It is a number, a string, or true or false. A value that is not between min and max, not on a step, or not among the choices is an error; the label is for people.
 * @example const width = param('width', 80, { min: 40, max: 120, step: 5, label: 'Width of the plate' })
 * const round = param('round', true)
 * drawRect('plate', 0, 0, width, 50)
 * if (round) offsetPolygon('plate', 5, 'plate')
 */
declare function param<T extends number | string | boolean>(name: string, value: T, options?: { min?: number, max?: number, step?: number, label?: string, choices?: readonly T[] }): T

/**
 * Declares a rule that the finished scene must keep. The test runs when main is done; where it gives false or throws, the change is reverted with the message. It may draw to measure: none of that stays.
 * @example invariant('edge', check.inside('bore', 'plate'), 'the bore breaks out of the plate')
 * invariant('weight', () => getArea('plate') < 10000)
 */
declare function invariant(name: string, test: () => unknown, message?: string): true

/**
 * Holds entities to a least distance, and says how near they are where it is less. Of two lists, each of the one is held against each of the other. A rule of its own, or the test of an invariant.
 * @example check.minDistance('bore', 'pin', 12)
 */
declare namespace check { function minDistance(a: string | string[], b: string | string[], distance: number): Rule }

/**
 * Holds entities to the inside of another one's area, and says how far they lead out of it. What touches the border from within is inside. A rule of its own, or the test of an invariant.
 * @example check.inside('bore', 'plate')
 */
declare namespace check { function inside(inner: string | string[], outer: string): Rule }

/**
 * Holds closed shapes, and groups of them, to areas that do not overlap, and says which do and by how much. Those that only touch are right. A rule of its own, or the test of an invariant.
 * @example check.noOverlap(listEntities({ name: 'part_*' }))
 */
declare namespace check { function noOverlap(names: string[]): Rule }

/**
 * Holds the area that an entity covers between two bounds, and says what it is where it is not. A rule of its own, or the test of an invariant.
 * @example check.area('room', { min: 9e6 })
 */
declare namespace check { function area(name: string, bounds: { min?: number, max?: number }): Rule }

// assets: drawings and tables of other programs, from the project's folder assets/

/**
 * Draws a DXF file of the folder assets/ as a group, with its parts named name_0, name_1 and so on: lines, arcs, polylines with bulges, splines, ellipses, hatches, texts, dimensions and blocks, each on its layer. Lengths are converted from the file's unit to the scene's, or multiplied by scale. With layers, only what is on these. Gives the names, and what was left out by kind. The text of a DXF is taken in place of a file as well.
 * @example const { names } = importDxf('part', text) // or 'part.dxf' in assets/
 * setFill(names[1], 'lightsteelblue')
 */
declare function importDxf(name: string, file: string, options?: { layers?: string[], scale?: number }): { names: string[], layers: string[], scale: number, skipped: { [kind: string]: number } }

/**
 * Draws an SVG file of the folder assets/ as a group, with parts named after their ids, or name_0, name_1 and so on: shapes as what they are, with paints, layers, transforms, symbols and texts. y points up in the scene, and the origin is that of the file. Lengths are converted to the scene's unit, or multiplied by scale. Gives the names, and what was left out by kind. The text of an SVG is taken in place of a file as well.
 * @example importSvg('logo', `<svg viewBox="0 0 60 40" width="60mm">
 *   <rect id="card" width="60" height="40" rx="6" fill="navy"/>
 *   <circle id="sun" cx="20" cy="20" r="12" fill="gold"/>
 * </svg>`) // or 'logo.svg' in assets/
 * translate('logo_sun', 20, 0)
 */
declare function importSvg(name: string, file: string, options?: { scale?: number }): { names: string[], layers: string[], scale: number, skipped: { [kind: string]: number } }

/**
 * Gives the text of a file of the folder assets/. As 'rows' it is a table: an array of cells for every line, which a comma, semicolon, tab or bar separates; as 'numbers' the rows whose cells are all numbers, as such; as 'json' the value.
 * @example for (const [x, y] of readAsset('points.csv', { as: 'numbers' })) drawCircle(`hole_${x}_${y}`, x, y, 4)
 */
declare function readAsset(file: string, options?: { as?: 'text' | 'rows' | 'numbers' | 'json', separator?: string }): any
