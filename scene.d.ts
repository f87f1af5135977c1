// The scene vocabulary. Generated from the table of functions; do not edit.

/** [x1, y1, x2, y2, ...] or [[x, y], ...] */
type Points = number[] | [number, number][]
/** [r, g, b] or [r, g, b, a] in 0..1, or a CSS colour */
type Color = [number, number, number] | [number, number, number, number] | string

/** A point, the name of an entity for its centre, or a place at one, a vertex of it, or a point in its coordinates. */
type PointRef = [number, number] | string | ({ of: string | { hole: string } | { edge: string } } | { hole: string } | { edge: string }) & { at?: Place | number | [number, number] }
type Place = 'center' | 'start' | 'end' | 'middle' | 'left' | 'right' | 'top' | 'bottom' | 'topLeft' | 'topRight' | 'bottomLeft' | 'bottomRight'

/** The entries of a title block, after ISO 7200. */
type TitleBlock = {
  title?: string, subtitle?: string, number?: string, owner?: string, creator?: string, approver?: string, date?: string,
  revision?: string, sheet?: string, scale?: string, department?: string, reference?: string, type?: string, status?: string,
  language?: string, material?: string, mass?: string, tolerances?: string, projection?: 'first' | 'third'
}

interface Entity {
  name: string
  type: string
  parent: string | null
  children: string[]
  style: { fill: Color | null, stroke: { color: Color, width: number, dash: number[], cap: string, join: string } | null }
  layer: string
  z_order: number
  /** `text` is there for what drawText drew, `annotation` for dimensions, notes and hatches. */
  local: { geometry: object, text?: object, annotation?: object, transform: object, pivot: [number, number], bounds: object | null }
  world: {
    bounds: { min_x: number, min_y: number, max_x: number, max_y: number } | null
    center: [number, number] | null
  }
}

/** The test of a rule; in the test of another it is `true`, or has thrown. */
type Rule = () => true

/** Thrown by a call that the scene refuses. */
declare class SceneError extends Error {}

/** A point of a sketch. After the sketch it has its solved place. */
interface SketchPoint { readonly kind: 'point', readonly x: number, readonly y: number }
/** A curve of a sketch, with its points. */
interface SketchLine { readonly kind: 'line', readonly start: SketchPoint, readonly end: SketchPoint }
interface SketchCircle { readonly kind: 'circle', readonly center: SketchPoint }
interface SketchArc { readonly kind: 'arc', readonly center: SketchPoint, readonly start: SketchPoint, readonly end: SketchPoint }
interface SketchEllipse { readonly kind: 'ellipse', readonly center: SketchPoint }
type SketchRound = SketchCircle | SketchArc
type SketchCurve = SketchLine | SketchRound | SketchEllipse
/** The name of the entity, after the sketch's name; construction: true for a curve that is not drawn. */
type SketchCurveOptions = { name?: string, construction?: boolean }
/** show: true draws the constraint as a dimension. */
type SketchDimensionOptions = { show?: boolean }
type SketchAt = SketchPoint | [number, number]

/** What the function of `sketch` draws with. Places are where the solver begins; a solution keeps the sides of the drawing. */
interface Sketch {
  /** A point where it is drawn. */
  point(x: number, y: number, options?: { name?: string }): SketchPoint
  /** A line between two points; [x, y] makes a point. */
  line(start: SketchAt, end: SketchAt, options?: SketchCurveOptions): SketchLine
  /** A circle about a point. */
  circle(center: SketchAt, radius: number, options?: SketchCurveOptions): SketchCircle
  /** An arc, counter-clockwise from start to end. */
  arc(center: SketchAt, start: SketchAt, end: SketchAt, options?: SketchCurveOptions): SketchArc
  /** An ellipse with its half axes, turned by the rotation in radians. */
  ellipse(center: SketchAt, rx: number, ry: number, rotation?: number, options?: SketchCurveOptions): SketchEllipse
  /** Two points are one, or a point is on a curve. */
  coincident(point: SketchPoint, other: SketchPoint | SketchCurve): void
  /** A line, or two points, are horizontal. */
  horizontal(line: SketchLine): void
  horizontal(point: SketchPoint, other: SketchPoint): void
  /** A line, or two points, are vertical. */
  vertical(line: SketchLine): void
  vertical(point: SketchPoint, other: SketchPoint): void
  /** Two lines have one direction. */
  parallel(line: SketchLine, other: SketchLine): void
  /** Two lines are at a right angle. */
  perpendicular(line: SketchLine, other: SketchLine): void
  /** A line touches a circle, an arc or an ellipse, or two circles or arcs touch, on the side where they are drawn. */
  tangent(curve: SketchCurve, other: SketchCurve): void
  /** Two lines have one length; two circles or arcs one radius; two ellipses the same half axes. */
  equal(curve: SketchCurve, other: SketchCurve): void
  /** Two points mirror each other at a line or at a point. */
  symmetric(point: SketchPoint, other: SketchPoint, about: SketchLine | SketchPoint): void
  /** A point is in the middle of a line. */
  midpoint(point: SketchPoint, line: SketchLine): void
  /** Two circles, arcs or ellipses have one centre. */
  concentric(curve: SketchCurve, other: SketchCurve): void
  /** Two points are at a distance, or a point is from a line; with a line alone, its length. */
  distance(point: SketchPoint, other: SketchPoint | SketchLine, distance: number, options?: SketchDimensionOptions): void
  distance(line: SketchLine, length: number, options?: SketchDimensionOptions): void
  /** Two points are at a distance along x, in the order in which they are drawn; a negative one is from right to left. */
  horizontalDistance(point: SketchPoint, other: SketchPoint, distance: number, options?: SketchDimensionOptions): void
  /** Two points are at a distance along y. */
  verticalDistance(point: SketchPoint, other: SketchPoint, distance: number, options?: SketchDimensionOptions): void
  /** The angle between two lines in radians: at the point that they share, or else between their directions. */
  angle(line: SketchLine, other: SketchLine, angle: number, options?: SketchDimensionOptions): void
  /** The radius of a circle or an arc, or both half axes of an ellipse. */
  radius(curve: SketchRound, radius: number, options?: SketchDimensionOptions): void
  radius(ellipse: SketchEllipse, rx: number, ry: number): void
  /** The diameter of a circle or an arc. */
  diameter(curve: SketchRound, diameter: number, options?: SketchDimensionOptions): void
  /** A point is on a curve; a line goes on beyond its ends, an arc around its circle. */
  pointOnCurve(point: SketchPoint, curve: SketchCurve): void
  /** A point stays where it is drawn, or is at x, y; a curve stays where it is drawn. */
  fixed(point: SketchPoint, x?: number, y?: number): void
  fixed(curve: SketchCurve): void
}

interface SketchResult {
  /** How many ways are left in which the sketch can still change. */
  degreesOfFreedom: number
  /** The points that can move, and the curves whose size can change, with the lines that draw them. */
  free: { name: string, x: boolean, y: boolean, size: boolean, file?: string, line?: number }[]
  /** The constraints that say nothing new. */
  redundant: { constraint: string, file?: string, line?: number }[]
}

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
 * Draws text as outlines, its baseline at y. One glyph makes one shape; several make a group `name` of `name_g0`, `name_g1` and so on; blank text draws nothing and gives false. A Latin font is built in; `font` is the name of one of the system's, such as 'DejaVu Sans Bold'. Characters that the font lacks, as Hangul, are taken from another that has them; what none has is a box and a warning. `fontPath` is a font file in a folder that the host allows. 'Hershey Simplex' and 'Hershey Script' are built in too: single strokes for engraving, not outlines. `\n` begins a line; `lineSpacing` is a multiple of the font's line height. `angle` turns the text about x, y. `valign` says what is at y: the first baseline, the top of its capitals, the middle or the bottom of all lines. `size` is the side of the em square; with `capHeight: true` the height of capitals, and a number there takes its place. `box` breaks lines at its width, hangs from y unless `valign` says otherwise, and x, y is the corner or middle of it that `align` and `valign` name; text higher than the box is a warning. `markup: true` reads m^{2} as raised, H_{2}O as lowered, {+0.1|-0.2} as stacked, and \\ before ^ _ { | } or itself as the character.
 * @example drawText('title', 'Plan', 0, 100, 12, { align: 'center' })
 * drawText('fit', 'Ø25{+0.021|0}', 0, 60, 12, { align: 'center', markup: true })
 * drawText('note', 'All edges broken 0.5, unless said otherwise', -60, 40, 8, { box: 120 })
 * drawText('part', 'No. 4711', 0, -10, 12, { font: 'Hershey Simplex', angle: 0.2 })
 */
declare function drawText(name: string, text: string, x: number, y: number, size: number, options?: { font?: string, fontPath?: string, align?: 'left' | 'center' | 'right', color?: Color, valign?: 'baseline' | 'top' | 'middle' | 'bottom', angle?: number, capHeight?: number | boolean, box?: number | [number, number] | { width: number, height?: number }, lineSpacing?: number, markup?: boolean }): boolean

/**
 * Measures a text without drawing it, in the font that drawText takes for that name. The descent is a positive length below the baseline.
 * @example const { width } = getTextMetrics('Plan', 12)
 * drawLine('rule', [0, -3, width, -3])
 */
declare function getTextMetrics(text: string, size: number, font?: string): { width: number, height: number, ascent: number, descent: number }

/**
 * Draws points and curves with constraints, solved from the places where they are drawn. The function gets s with point, line, circle, arc and ellipse, and coincident, horizontal, vertical, parallel, perpendicular, tangent, equal, symmetric, midpoint, concentric, distance, horizontalDistance, verticalDistance, angle, radius, diameter, pointOnCurve and fixed. The curves are a group `name` of `name_line1`, `name_arc1` and so on, or of names that the option name gives. Gives the degrees of freedom that are left with the points that are free, and the redundant constraints; both are a warning too. Constraints that contradict each other are an error that names the fewest that do, with their lines.
 * @example const { degreesOfFreedom } = sketch('plate', (s) => {
 *   const [a, b, c, d] = [s.point(0, 0), s.point(70, 5), s.point(80, 40), s.point(0, 50)]
 *   const [base, right, top, left] = [s.line(a, b), s.line(b, c), s.line(c, d), s.line(d, a)]
 *   s.fixed(a)
 *   s.horizontal(base)
 *   s.vertical(left)
 *   s.parallel(base, top)
 *   s.perpendicular(base, right)
 *   s.distance(a, b, 80, { show: true })
 *   s.distance(b, c, 45, { show: true })
 * })
 * console.log(degreesOfFreedom)
 */
declare function sketch(name: string, draw: (s: Sketch) => void): SketchResult

// transforms: move, turn and size; they add up over calls

/**
 * Moves an entity by dx, dy along the world's axes, or with space 'local' along its own. Gives false when nothing moves.
 * @example translate('wheel', 40, 0)
 */
declare function translate(name: string, dx: number, dy: number, options?: { space?: 'world' | 'local' }): boolean

/**
 * Turns an entity counter-clockwise by an angle in radians about its pivot. With around 'center' the centre of its world bounds stays where it is, with a point [x, y] that point of the world.
 * @example rotate('arm', Math.PI / 6)
 */
declare function rotate(name: string, angle: number, options?: { space?: 'world' | 'local', around?: 'origin' | 'center' | [number, number] }): boolean

/**
 * Multiplies the size of an entity about its pivot, or about what around names, as for rotate. A negative factor mirrors; 0 is a RangeError.
 * @example scale('tree', 1.5, 1.5)
 */
declare function scale(name: string, sx: number, sy: number, options?: { space?: 'world' | 'local', around?: 'origin' | 'center' | [number, number] }): boolean

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
 * Removes a group and leaves its children where they are in the world. They get the fill and the stroke of the group where they had none of their own.
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
 * Makes a mirrored copy about the source's own centre: 'x' swaps left and right, 'y' up and down. With two points instead, [x1, y1, x2, y2], it is mirrored about the line through them.
 * @example mirror('wing', 'wing_right', 'x')
 * translate('wing_right', 70, 0)
 */
declare function mirror(source: string, name: string, axis: 'x' | 'y' | Points): true

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
 * Makes a layer or changes one; properties that the options leave out stay, and null resets colour and line weight to their defaults. An entity on an invisible layer is in no picture, with all that is in it. An entity on a locked layer cannot be changed, moved or replaced by later calls, nor can a group that holds it. An entity without a style has the layer's colour, line type and line weight, which is in millimetres on paper and one of DXF's: 0.13, 0.18, 0.25, 0.35, 0.5, 0.7, 1, 1.4, 2 and some between them.
 * @example defineLayer('hidden_edges', { linetype: 'dashed', visible: false })
 */
declare function defineLayer(name: string, options?: { color?: Color | null, linetype?: 'continuous' | 'dashed' | 'dotted' | 'dashdot' | 'center' | 'hidden' | 'phantom', lineweight?: number | null, visible?: boolean, locked?: boolean }): true

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
 * Returns true if there is an entity of that name.
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
 * Lists names from back to front. The filter's name may hold * and ?; its group keeps the entities inside that group, at any depth; its type is as getEntity gives it, such as 'circle', 'group' or 'instance'.
 * @example for (const wall of listEntities({ name: '*_wall' })) setFill(wall, 'tan')
 */
declare function listEntities(filter?: { layer?: string, type?: string, group?: string, name?: string }): string[]

/**
 * Gives the area that a closed shape or a group of them covers in the world, exact for arcs and curves. What overlaps counts once, and an open arc is its slice of the pie.
 * @example console.log(getArea('plate').toFixed(2))
 */
declare function getArea(name: string): number

/**
 * Gives the length of an entity's lines in the world, exact for arcs and curves. A closed shape has the length of its perimeter and of its holes, a group the sum of its entities.
 * @example console.log(getLength('fence').toFixed(2))
 */
declare function getLength(name: string): number

/**
 * Returns true if all of the inner entity is inside of the outer one's area. A shape that touches the border from within is inside, and so is one that is out by no more than the tolerance.
 * @example if (!contains('plate', 'slot')) console.warn('the slot is cut off')
 */
declare function contains(outer: string, inner: string): boolean

/**
 * Lists the shapes at a point in the world, the front one first. These are the closed ones that hold it, filled or not, and all whose lines are no further from it than the tolerance, which is the scene's unless given.
 * @example console.log(entitiesAt(10, 20))
 */
declare function entitiesAt(x: number, y: number, tolerance?: number): string[]

/**
 * Gives the smallest distance between two entities in the world, with the point of each where it is. Closed shapes are areas, so that what overlaps is 0 apart. Exact for arcs and curves.
 * @example const { from, to } = distance('gear', 'housing')
 * drawLine('gap', [from, to])
 */
declare function distance(a: string, b: string): { distance: number, from: [number, number], to: [number, number] }

/**
 * Gives the points where the lines of two entities meet in the world, from left to right. Where they run along each other, these are the ends of the common part. Points nearer to each other than the tolerance are one.
 * @example for (const [x, y] of intersections('road', 'river')) drawCircle(`bridge_${x}`, x, y, 5)
 */
declare function intersections(a: string, b: string): [number, number][]

// regions: areas: join, cut, grow and shrink closed shapes and groups of them

/**
 * Draws the area that is in a or in b, which are names or arrays of names of closed shapes and groups of them. The result has the place in the world; the inputs stay. Curves stay what they are, exactly: a part is a polygon when all of it is straight, a circle or an ellipse when it is a whole one, or else a path of lines, arcs and Bézier curves. One part is the entity result, several are the group result of result_0, result_1 and so on, names that no other entity may have; when nothing results, there is no such entity, and the call gives false. The result has the layer and style of the first of a, or of the entity that like names; with keep false the inputs are removed, so that no outline is there twice, and their names still work in dimensions; setDefaults({ keep: false }) does it for all booleans.
 * @example booleanUnion('plate', ['ear_left', 'ear_right'], 'body', { keep: false })
 */
declare function booleanUnion(a: string | string[], b: string | string[], result: string, options?: { like?: string, keep?: boolean }): boolean

/**
 * Draws the area that is in a and not in b. Names, arrays, result and options are as for booleanUnion.
 * @example booleanDifference('plate', ['hole_0', 'hole_1'], 'drilled', { keep: false })
 */
declare function booleanDifference(a: string | string[], b: string | string[], result: string, options?: { like?: string, keep?: boolean }): boolean

/**
 * Draws the area that is both in a and in b. Names, arrays, result and options are as for booleanUnion.
 * @example booleanIntersect('disc', 'strip', 'band', { keep: false })
 */
declare function booleanIntersect(a: string | string[], b: string | string[], result: string, options?: { like?: string, keep?: boolean }): boolean

/**
 * Draws the area that is in a or in b, but not in both. Names, arrays, result and options are as for booleanUnion.
 * @example booleanXor('left', 'right', 'sides', { keep: false })
 */
declare function booleanXor(a: string | string[], b: string | string[], result: string, options?: { like?: string, keep?: boolean }): boolean

/**
 * Draws the area of an entity grown by delta on all sides, or shrunk when delta is negative. Corners that open are round, or as joinType says; a mitred corner that would be further than miterLimit (2) times delta from its vertex is square. Lines and circular arcs stay such, those of earlier results too, and round corners are arcs: a part is a circle, a polygon when all of it is straight, or else a path. Other curves become arcs that keep within tolerance, the scene's unless given, and a hundredth of delta where setTolerance was not called. Several parts are a group, and like and keep work, as for booleanUnion. Gives false, with a warning, when nothing is left.
 * @example offsetPolygon('pocket', -6, 'tool_path', { joinType: 'miter' })
 */
declare function offsetPolygon(name: string, delta: number, result: string, options?: { joinType?: 'round' | 'square' | 'miter', miterLimit?: number, tolerance?: number, like?: string, keep?: boolean }): boolean

/**
 * Draws the smallest convex outline around the area of an entity: straight edges, and its arcs and curves on the outside, which stay arcs and curves. Layer, style and options are as for booleanUnion. Gives false when the entity has no area.
 * @example convexHull('gear', 'envelope')
 */
declare function convexHull(name: string, result: string, options?: { like?: string, keep?: boolean }): boolean

/**
 * Draws every connected part of an entity's area, with its holes, as a separate entity: prefix_0, prefix_1 and so on, from left to right, names that no entity may have yet. The parts, layer, style and options are as for booleanUnion. Gives the names.
 * @example for (const part of decompose('offcuts', 'piece', { keep: false })) setFill(part, 'tan')
 */
declare function decompose(name: string, prefix: string, options?: { like?: string, keep?: boolean }): string[]

/**
 * Joins loose lines, arcs and curves, and those in groups, to paths, in any order and direction, where their ends are no further apart than tolerance, the scene's unless given, at most a hundredth of their extent. Arcs stay arcs; where two ends do not quite meet, lines give way. Lines of different layers are not joined. One path is the entity result, the first line's name unless given; several are a group of result_0 and so on. They take the place, layer and style of the lines, which are removed unless keep is true. Gives the paths with what they are made of, the gaps between ends that stay open with their places, the branches where more than two ends meet, lines left out as others are doubled by them, and what is untouched as it is closed.
 * @example const { paths, gaps } = join(['bottom', 'end', 'top', 'side'], 'outline')
 * console.log(paths[0].closed, gaps.length, getArea('outline'))
 */
declare function join(names: string | string[], result?: string | { tolerance?: number, keep?: boolean }, options?: { tolerance?: number, keep?: boolean }): { paths: { name: string, closed: boolean, parts: string[] }[], gaps: { from: [number, number], to: [number, number], distance: number, names: [string, string] }[], branches: { at: [number, number], names: string[] }[], doubled: string[], untouched: string[] }

/**
 * Draws the area of one entity or several with slits closed that are no wider than tolerance, a ten thousandth of a unit unless given: parts whose edges meet but for rounding, as in files with few digits, become one, which is cut once. Curves stay what they are; only where edges cannot be told apart they become arcs. Parts, layer, style and options are as for booleanUnion.
 * @example weld(['left', 'right'], 'plate', { tolerance: 1e-6 })
 * console.log(getLength('plate'))
 * for (const name of ['left', 'right']) deleteEntity(name)
 */
declare function weld(name: string | string[], result: string, options?: { tolerance?: number, like?: string, keep?: boolean }): boolean

// scene: settings of the whole scene

/**
 * Sets the unit that lengths of the scene are in; nothing drawn changes size. The default is mm; px is 1/96 in.
 * @example setUnits('cm')
 */
declare function setUnits(units: 'mm' | 'cm' | 'm' | 'in' | 'ft' | 'px'): true

/**
 * Sets what options are where a call does not give them, from here on. keep: false makes booleans remove their inputs, so that each outline is in the drawing once, as a cutter needs it.
 * @example setDefaults({ keep: false })
 * drawRect('blank', 0, 0, 100, 60)
 * drawCircle('bore', 0, 0, 12)
 * booleanDifference('blank', 'bore', 'plate')
 */
declare function setDefaults(options: { keep?: boolean }): true

/**
 * Sets the scale of the drawing on paper, such as '1:50', '2:1', or 50 for 1:50; nothing drawn changes size. Line weights and line types of layers, and the fine pen, are in millimetres on paper. The default is the largest of 1:1, 1:2, 1:5, 1:10 and so on that fits an A3 sheet.
 * @example setDrawingScale('1:100')
 */
declare function setDrawingScale(scale: number | string): true

/**
 * Sets how far edges and arcs may be from the curves that they stand for, in the scene's unit: in offsets of ellipses and Bézier curves, and where something is asked to be inside. The default is 0.01; calls from then on use the new one.
 * @example setTolerance(4)
 * offsetPolygon('leaf', 8, 'coarse')
 */
declare function setTolerance(tolerance: number): true

/**
 * Computes the scale that fits a drawing of that size into the viewport ([1600, 1000]) less the margin (0.1) on each side, and the offsets that centre it.
 * @example console.log(fitToViewport(900, 1080).scale)
 */
declare function fitToViewport(width: number, height: number, options?: { viewport?: [number, number], margin?: number }): { scale: number, offsetX: number, offsetY: number, viewportWidth: number, viewportHeight: number }

// rules: parameters that a host may set, and rules that the finished scene must keep

/**
 * Declares a parameter and gives its value: this one, or the one that the host set for the run. It is a number, a string, or true or false. A value that is not between min and max, not on a step, or not among the choices is an error; the label, the unit and the group, which is a heading over several, are for people.
 * @example const width = param('width', 80, { min: 40, max: 120, step: 5, label: 'Width of the plate', unit: 'mm', group: 'Plate' })
 * const round = param('round', true)
 * drawRect('plate', 0, 0, width, 50)
 * if (round) offsetPolygon('plate', 5, 'plate')
 */
declare function param<T extends number | string | boolean>(name: string, value: T, options?: { min?: number, max?: number, step?: number, label?: string, unit?: string, group?: string, choices?: readonly T[] }): T

/**
 * Declares a rule that the finished scene must keep. The test runs when main is done; where it gives false or throws, the change is reverted with the message; with severity 'warn' it is made, with a warning. It may draw to measure: none of that stays.
 * @example invariant('edge', check.inside('bore', 'plate'), 'the bore breaks out of the plate')
 * invariant('weight', () => getArea('plate') < 10000)
 */
declare function invariant(name: string, test: () => unknown, message?: string, options?: { severity?: 'error' | 'warn' }): true

/**
 * Holds entities to a least distance, and says how near they are where it is less. Of two lists, each of the one is held against each of the other. Use it alone, or as the test of an invariant.
 * @example check.minDistance('bore', 'pin', 12)
 */
declare namespace check { function minDistance(a: string | string[], b: string | string[], distance: number, options?: { severity?: 'error' | 'warn' }): Rule }

/**
 * Holds entities to the inside of another one's area, and says how far they lead out of it. What touches the border from within is inside. Use it alone, or as the test of an invariant.
 * @example check.inside('bore', 'plate')
 */
declare namespace check { function inside(inner: string | string[], outer: string, options?: { severity?: 'error' | 'warn' }): Rule }

/**
 * Holds closed shapes, and groups of them, to areas that do not overlap, and says which do and by how much. Those that only touch are right. Use it alone, or as the test of an invariant.
 * @example check.noOverlap(listEntities({ name: 'part_*' }))
 */
declare namespace check { function noOverlap(names: string[], options?: { severity?: 'error' | 'warn' }): Rule }

/**
 * Holds the area that an entity covers between two bounds, and says what it is where it is not. Use it alone, or as the test of an invariant.
 * @example check.area('room', { min: 9e6 })
 */
declare namespace check { function area(name: string, bounds: { min?: number, max?: number, severity?: 'error' | 'warn' }, options?: { severity?: 'error' | 'warn' }): Rule }

/**
 * Holds the lines on one layer to a least distance from those on another, or on the same one, and says what is too near, where and by how much. With severity 'warn' the change is made, with a warning.
 * @example check.clearance('drill', 'engrave', 5)
 */
declare namespace check { function clearance(layerA: string, layerB: string, distance: number, options?: { severity?: 'error' | 'warn' }): Rule }

/**
 * Holds outlines to be closed: single shapes, or lines and arcs whose ends meet. Says where an end is open.
 * @example check.closed(['left', 'right'])
 */
declare namespace check { function closed(names: string | string[], options?: { severity?: 'error' | 'warn' }): Rule }

/**
 * Holds the material of outlines, and that between them and the holes in them, to a least width, and says where it is thinner. A hole that crosses the edge, or another hole, leaves none.
 * @example check.minWidth(['plate', 'bore'], 3)
 */
declare namespace check { function minWidth(names: string | string[], width: number, options?: { severity?: 'error' | 'warn' }): Rule }

/**
 * Holds the arcs of outlines, round holes, and the tightest bend of each ellipse and Bézier curve to a least radius, and says which is smaller and where. A sharp inner corner has the radius 0; a sharp outer corner has none.
 * @example check.minRadius(['plate', 'bore'], 1.6)
 */
declare namespace check { function minRadius(names: string | string[], radius: number, options?: { severity?: 'error' | 'warn' }): Rule }

/**
 * Holds the areas together to be their own mirror image: with 'x' left and right of a vertical axis, with 'y' above and below a horizontal one. What lies within another one, such as a hole, is compared by itself. The axis is in the middle of their bounds unless at says where. Says how much of the area has no counterpart.
 * @example check.symmetric(['left', 'right'], 'x')
 */
declare namespace check { function symmetric(names: string | string[], axis: 'x' | 'y', options?: { at?: number, severity?: 'error' | 'warn' }): Rule }

/**
 * Holds the number of entities whose names match a pattern with * and ? to a number, or between two bounds.
 * @example check.count('bore_*', 4)
 */
declare namespace check { function count(pattern: string, bounds: number | { min?: number, max?: number, severity?: 'error' | 'warn' }, options?: { severity?: 'error' | 'warn' }): Rule }

/**
 * Holds a side of the bounds of entities to one line: 'left' and 'right' to one x, 'top' and 'bottom' to one y; with 'x' and 'y' their centres have one x or one y. Says what is off, and by how much.
 * @example check.aligned(['one', 'other'], 'bottom')
 */
declare namespace check { function aligned(names: string[], side: 'left' | 'right' | 'top' | 'bottom' | 'x' | 'y', options?: { severity?: 'error' | 'warn' }): Rule }

/**
 * Holds two entities to touch or overlap: no gap between them is wider than the tolerance of the scene. Says how far they are apart.
 * @example check.touches('one', 'other')
 */
declare namespace check { function touches(a: string, b: string, options?: { severity?: 'error' | 'warn' }): Rule }

/**
 * Holds the scene to the standard of a workshop: no error of the lint, with the limits of the profile. Says which rule is broken, by what and where.
 * @example check.lint('laser')
 */
declare namespace check { function lint(profile: 'laser' | 'cnc' | 'print' | 'drawing', options?: { severity?: 'error' | 'warn' }): Rule }

// assets: drawings and tables of other programs, from the project's folder assets/

/**
 * Draws a DXF file of the folder assets/ as a group, with its parts named name_0, name_1 and so on: lines, arcs, polylines with bulges, splines, ellipses, hatches, texts, dimensions, points, multilines, helices, blocks, and the pictures that objects of other programs bring with them, each on its layer. Rays and construction lines end just outside of the rest. Lengths are converted from the file's unit to the scene's, or multiplied by scale. With layers, only what is on these; with space, what is drawn on sheets of paper, or all, instead of the model. Gives the names, and in skipped how often each kind was left out, and why: every entity is in one of the two. With join, a tolerance, loose lines become paths as by the function join, whose report is given as well. With weld, a tolerance, closed shapes that lie side by side on one layer with slits no wider than that become one, which is cut once; a shape inside of another, such as a hole, stays. The text of a DXF may be given in place of a file.
 * @example const { names } = importDxf('part', text) // or 'part.dxf' in assets/
 * setFill(names[1], 'lightsteelblue')
 */
declare function importDxf(name: string, file: string, options?: { layers?: string[], scale?: number, space?: 'model' | 'paper' | 'all', join?: number, weld?: number }): { names: string[], layers: string[], scale: number, skipped: { [kind: string]: number }, joined?: ReturnType<typeof join>, welded?: { name: string, parts: string[] }[] }

/**
 * Draws an SVG file of the folder assets/ as a group, with parts named after their ids, or name_0, name_1 and so on: shapes as what they are, with paints, layers, transforms, clips, markers, symbols, texts and drawings in images. y points up in the scene, and the file's origin is the scene's. Lengths are converted to the scene's unit, or multiplied by scale. With unpainted, shapes without paint are drawn as thin lines, as some programs for cutters mean them. Gradients and patterns are their first colour; with paints: 'areas', gradients are drawn in steps of one colour, patterns by their tiles, and lines that were stretched as the areas that they cover. Gives the names, and in skipped how often each kind was left out, and why: every shape is in one of the two. With join and weld, loose lines become paths and slits are closed as for importDxf. The text of an SVG may be given in place of a file.
 * @example importSvg('logo', `<svg viewBox="0 0 60 40" width="60mm">
 *   <rect id="card" width="60" height="40" rx="6" fill="navy"/>
 *   <circle id="sun" cx="20" cy="20" r="12" fill="gold"/>
 * </svg>`) // or 'logo.svg' in assets/
 * translate('logo_sun', 20, 0)
 */
declare function importSvg(name: string, file: string, options?: { scale?: number, unpainted?: boolean, paints?: 'plain' | 'areas', join?: number, weld?: number }): { names: string[], layers: string[], scale: number, skipped: { [kind: string]: number }, joined?: ReturnType<typeof join>, welded?: { name: string, parts: string[] }[] }

/**
 * Gives the text of a file of the folder assets/. As 'rows' it is a table: an array of cells for every line, which a comma, semicolon, tab or bar separates; as 'numbers' the rows whose cells are all numbers, as such, with a point or a comma before the decimals, and a warning about others but a head; as 'json' the value.
 * @example for (const [x, y] of readAsset('points.csv', { as: 'numbers' })) drawCircle(`hole_${x}_${y}`, x, y, 4)
 */
declare function readAsset(file: string, options?: { as?: 'text' | 'rows' | 'numbers' | 'json', separator?: string }): any

// blocks: blocks and arrays: one geometry in many places

/**
 * Makes a block of entities, which leave the scene; insert shows it in any number of places. The base ([0, 0]) is the point in the world that an instance is placed by. Attributes are values that each instance has of its own, by their tags: a default alone for one that is not seen, or a place for a text. What is on layer 0 in a block is on the layer of each instance, and entities without a style have the instance's. Blocks may hold instances of others. A block with instances cannot be redefined; with keep, the entities stay too.
 * @example drawRect('trunk', 0, 10, 4, 20)
 * drawCircle('crown', 0, 28, 14)
 * defineBlock('tree', ['trunk', 'crown'], { attributes: { species: { x: 0, y: -8, size: 6, align: 'center' } } })
 * insert('tree', 'oak', -30, 0, { attributes: { species: 'oak' } })
 * insert('tree', 'elm', 30, 0, { scale: 1.4, attributes: { species: 'elm' } })
 */
declare function defineBlock(name: string, entities: string | string[], options?: { base?: [number, number], attributes?: { [tag: string]: string | number | { x: number, y: number, size: number, align?: 'left' | 'center' | 'right', value?: string | number } }, keep?: boolean }): true

/**
 * Draws an instance of a block with its base point at x, y, turned by the angle in radians and stretched by the scale, whose negative factors mirror; texts of attributes can be read there too. It is one entity, whose pivot is that point: it moves, turns, and is styled, measured, cut and hit as a group is, and ungroup puts the entities of the block in its place, named name_crown and so on. An attribute that is not given has the value of its definition.
 * @example insert('door', 'entrance', 0, 0, { attributes: { number: 1 } })
 * insert('door', 'pantry', 260, 0, { angle: Math.PI / 2, attributes: { number: 2 } })
 */
declare function insert(block: string, name: string, x: number, y: number, options?: { angle?: number, scale?: number | [number, number], attributes?: { [tag: string]: string | number } }): true

/**
 * Repeats an entity along a line: count of them in all, each dx, dy further. The entity is the first, and the others are instances in the group result (name_array), named result_1 and so on; with keep false, the entity is removed and result_0 is in its place. They have its layer and style, or those of the entity that like names, and each can be given its own. The geometry is kept once, in files too, as a block of the entity's name; an array of an instance repeats its block. Gives the names of all.
 * @example arrayLinear('post', 6, 20, 0)
 */
declare function arrayLinear(name: string, count: number, dx: number, dy: number, result?: string, options?: { like?: string, keep?: boolean }): string[]

/**
 * Repeats an entity in ny rows of nx, which are dx and dy apart, row by row. Result, options and names are as for arrayLinear.
 * @example arrayGrid('place', 5, 3, 24, 24)
 */
declare function arrayGrid(name: string, nx: number, ny: number, dx: number, dy: number, result?: string, options?: { like?: string, keep?: boolean }): string[]

/**
 * Repeats an entity around the center ([0, 0]): count of them in all, evenly over a full turn, or from the first to the last over an angle in radians. With rotate false, all stay upright. Result, like, keep and names are as for arrayLinear.
 * @example arrayPolar('hole', 8)
 */
declare function arrayPolar(name: string, count: number, options?: { center?: [number, number], angle?: number, rotate?: boolean, result?: string, like?: string, keep?: boolean }): string[]

/**
 * Repeats an entity, or a block, along a path, which is the name of one line, arc or outline, or a list of points: count of them evenly over the whole path, or as many as there is room for at a spacing along it. The pivot of the entity, or the base point of the block, is on the path, and its x axis along it unless rotate is false. The entity is apart from the array and stays where it is; with keep false, it is removed. Result, like and names are as for arrayLinear, from result_0 on.
 * @example arrayAlong('tree', 'street', { spacing: 18, keep: false })
 */
declare function arrayAlong(name: string, path: string | Points, options: { count?: number, spacing?: number, rotate?: boolean, result?: string, like?: string, keep?: boolean }): string[]

// drafting: page, dimensions, notes and hatches; sizes are millimetres on paper

/**
 * Hatches the area of closed entities without the islands, and gives the name of the hatch: the (first) entity's with _hatch, or result. With of, name is the name of the hatch, and of the entities or points around its area. The pattern is ANSI31 (the default, but parallel lines where only an angle is given) to ANSI38, ISO02W100 to ISO15W100, SOLID, LINE, NET, NET3, DASH, DOTS, BRICK, EARTH, INSUL, SQUARE, USER for parallel lines (with double, crossed), or lines of your own: direction, a point of the first, the step to the next along and across, dashes above 0 and gaps below. angle turns it, in radians; gap is the distance of its lines in millimetres on paper, spacing in the scene's unit, scale a factor. The hatch follows its entities when they change later. DXF has it as HATCH, other formats as lines.
 * @example hatch('block', { pattern: 'ANSI31', gap: 3, islands: 'bore' })
 */
declare function hatch(name: string | string[], options?: { pattern?: string | { angle?: number, base?: [number, number], step: [number, number], dashes?: number[] }[], angle?: number, gap?: number, spacing?: number, scale?: number, double?: boolean, origin?: [number, number], islands?: string | string[], color?: Color, of?: string | string[] | Points, result?: string }): string

/**
 * Draws a dimension with the value that it measures in the finished scene: what moves later, it follows. Points are [x, y], the name of an entity for its centre, or { of: name, at }: 'left', 'topRight', 'start', 'end', 'middle', the number of a vertex, or [x, y] in its own coordinates. linear (along x or y, or at angle), horizontal, vertical and aligned measure from, to; or of: the extent of an entity, or one edge of it. chain and baseline measure points. radius, diameter and arcLength measure of, a circle or an arc (index of several, from 0; a circle counts once however many arcs draw it), or center and radius; angle is the direction of the leader. An entity that a boolean took in and removed keeps its name: of: 'bore', or of: { hole: 'bore' }, is its trace in the result, and { hole: 'bore', at } a point of it. angle measures lines, or vertex, from, to counter-clockwise, or of, an arc. ordinate measures points from origin ([0, 0]) along axis. offset is in millimetres on paper, side the side of the line, through a point that it goes through; without them, and without the angle of a radius or a diameter, the text finds a place that lies on nothing, outside of the part first. text replaces the number, <> stands for it. tolerance is '±0.05', '+0.021/0', [0.021, 0] in the unit of the number, or a class of ISO 286 such as 'H7' with its limits in that unit (limits: false without), or 'H7/g6'. DXF has a DIMENSION.
 * @example dimension('width', { type: 'horizontal', of: 'plate' })
 * dimension('height', { type: 'vertical', of: 'plate', tolerance: '±0.1' })
 * dimension('bore_size', { type: 'diameter', of: 'bore', tolerance: 'H7' })
 * dimension('bore_place', { type: 'horizontal', from: { of: 'plate', at: 'left' }, to: 'bore', side: 'above', offset: 35 })
 */
declare function dimension(name: string, options: { type: 'linear' | 'horizontal' | 'vertical' | 'aligned' | 'chain' | 'baseline' | 'radius' | 'diameter' | 'angle' | 'arcLength' | 'ordinate', of?: string | { hole: string } | { edge: string }, edge?: number, index?: number, from?: PointRef, to?: PointRef, points?: PointRef[], vertex?: PointRef, lines?: [string, string], origin?: PointRef, axis?: 'x' | 'y', direction?: 'horizontal' | 'vertical' | 'aligned', angle?: number, center?: [number, number], radius?: number, offset?: number, side?: 'above' | 'below' | 'left' | 'right', through?: PointRef, inside?: boolean, decimals?: number, prefix?: string, suffix?: string, text?: string, tolerance?: string | number | [number, number], limits?: boolean, color?: Color }): true

/**
 * Sets the style of all dimensions and notes, also of those drawn before: ISO (the default: text above the line, arrows), architectural (oblique strokes) or ASME (level text in a gap of the line). The options change it; lengths are millimetres on paper. factor is that from the scene's unit to the numbers, such as 0.001 for metres in a scene of millimetres. decimals is 2 unless given, and 3 in the architectural style or where the numbers are in a unit longer than a millimetre. leadingZeros: false leaves out the zero of 0.25, as ASME has it for inches. format 'fractional' writes inches with fractions (63 1/2), 'architectural' feet and inches (5'-3 1/2"), whatever the unit of the scene, rounded to the denominator (16); what must not be rounded, such as the size of a drilled hole, has decimals where it is no fraction.
 * @example setDimensionStyle('architectural', { textHeight: 3.5 })
 */
declare function setDimensionStyle(style: 'ISO' | 'architectural' | 'ASME', options?: { textHeight?: number, textPlace?: 'above' | 'centered', horizontal?: boolean, arrow?: 'filled' | 'open' | 'tick' | 'dot' | 'none', arrowSize?: number, extensionGap?: number, extensionBeyond?: number, textGap?: number, offset?: number, step?: number, decimals?: number, trailingZeros?: boolean, leadingZeros?: boolean, decimalMark?: '.' | ',', factor?: number, format?: 'decimal' | 'fractional' | 'architectural', denominator?: number }): true

/**
 * Shows the drawing on a page: A0 to A6, B1 to B5, Letter, Legal, Tabloid, ANSI C to E, Arch C to E, or [width, height] in millimetres. PDF, SVG and pictures are exactly that page, DXF has a layout with a viewport. scale is such as '1:50'; without it, and without setDrawingScale, it is the largest usual one at which the drawing with its dimensions fits. Pens, texts, arrows and dashes are in millimetres on paper. The frame (page_frame) is 20 mm from the left edge and 10 from the others, or margin from all. The drawing is in its middle, or the point center is. titleBlock is as for titleBlock. Another name adds a sheet, which shows what is around its center at the same scale: PDF has a page for each, DXF a layout; SVG and pictures show the first, or the one that the option sheet of an export names. Without a name it is the first sheet, named Sheet. What is on a further sheet is page_frame_NAME and title_block_NAME.
 * @example setPage('A4', { orientation: 'landscape', scale: '1:1', titleBlock: { title: 'Plate', number: 'P-001' } })
 */
declare function setPage(size: string | [number, number], options?: { name?: string, orientation?: 'landscape' | 'portrait', scale?: number | string, margin?: number, center?: [number, number], frame?: boolean, titleBlock?: TitleBlock }): true

/**
 * Draws the title block (ISO 7200) into the lower right corner of the page that setPage set last, as the entity title_block. scale defaults to the page's, and sheet, where there are several sheets, to its number, such as 1/3; projection draws the symbol of the first or the third angle.
 * @example titleBlock({ title: 'Plate', number: 'P-001', owner: 'Works Ltd', creator: 'A. Smith', date: '2026-01-31', material: 'S235' })
 */
declare function titleBlock(entries: TitleBlock): true

/**
 * Marks the centre of a circle or an arc with two crossed centre lines that go 3 mm on paper, or extend, beyond it. It follows the circle.
 * @example centerMark('bore_center', 'bore')
 */
declare function centerMark(name: string, of: string, options?: { extend?: number, color?: Color }): true

/**
 * Marks the centres of all circles of an entity, such as a plate with holes: crossed centre lines that go 3 mm on paper, or extend, beyond each, also at the ends of slots. Three or more holes of one size that are even around a centre have their pitch circle, unless pitchCircles is false. It follows the entity.
 * @example centerMarks('marks', 'flange')
 */
declare function centerMarks(name: string, of: string | { hole: string }, options?: { extend?: number, pitchCircles?: boolean, color?: Color }): true

/**
 * Draws a centre line of long and short dashes from one point to another, and 3 mm on paper, or extend, beyond both. Points are as for dimension, and it follows their entities.
 * @example centerLine('axis', { of: 'shaft', at: 'left' }, { of: 'shaft', at: 'right' })
 */
declare function centerLine(name: string, from: PointRef, to: PointRef, options?: { extend?: number, color?: Color }): true

/**
 * Writes a text, of one or several lines, with an arrow to a target, which is a point as for dimension. The text is at offset from it, in millimetres on paper, or at the point to, and finds a free place without either. DXF has a LEADER.
 * @example leader('note', { of: 'bore', at: 'topRight' }, 'deburr', { offset: [12, 8] })
 */
declare function leader(name: string, target: PointRef, text: string, options?: { offset?: [number, number], to?: PointRef, color?: Color }): true

/**
 * Writes the number of a part in a circle with a line that ends in a dot at the target. The circle is at offset from it, in millimetres on paper, or at the point to, and finds a free place without either. '#' is the number of its block in a partsList.
 * @example balloon('position_1', 'part', 1, { offset: [40, 30] })
 */
declare function balloon(name: string, target: PointRef, text: string | number, options?: { offset?: [number, number], to?: PointRef, color?: Color }): true

/**
 * Calls out a hole, or several alike, with a leader: 4× Ø6.6 THRU, and beneath it the counterbore (⌴) or the countersink (⌵). of is a circle, an array of circles, or an entity whose holes have one size, or with index that hole and all like it; the diameter is measured and the holes are counted in the finished scene (count says otherwise). thread, such as 'M6', stands in the place of the diameter; a circle that is smaller is the drilled hole, beneath it. Depths and diameters are in the unit of the scene, the angle of a countersink is in radians (Math.PI / 2). tolerance and limits are as for dimension; angle, offset and to place the text, which otherwise finds a free place.
 * @example holeCallout('screws', 'plate', { through: true, counterbore: { diameter: 11, depth: 6.5 } })
 */
declare function holeCallout(name: string, of: string | { hole: string } | (string | { hole: string })[], options?: { index?: number, count?: number, depth?: number, through?: boolean, counterbore?: { diameter: number, depth: number }, countersink?: { diameter: number, angle?: number }, thread?: string, threadDepth?: number, tolerance?: string | number | [number, number], limits?: boolean, prefix?: string, suffix?: string, angle?: number, offset?: number, to?: PointRef, color?: Color }): true

/**
 * Draws the frame of a geometrical tolerance (ISO 1101) with an arrow to the target: the sign of the characteristic, the width of the zone in the unit of the scene, and the datums in their order. zone 'diameter' writes ⌀ before the value, 'sphere' S⌀. modifiers such as 'M' are letters in circles after the value, also of a datum: ['A', 'M']; longer ones such as 'CZ' are written as they are. also adds rows, above a text such as '4×'. The frame finds a free place unless offset or to says where its leader ends.
 * @example toleranceFrame('flat', { of: 'block', at: 'top' }, 'parallelism', 0.05, { datums: ['A'] })
 */
declare function toleranceFrame(name: string, target: PointRef, characteristic: 'straightness' | 'flatness' | 'roundness' | 'circularity' | 'cylindricity' | 'lineProfile' | 'surfaceProfile' | 'parallelism' | 'perpendicularity' | 'angularity' | 'position' | 'concentricity' | 'coaxiality' | 'symmetry' | 'circularRunout' | 'totalRunout', value: number | string, options?: { zone?: 'diameter' | 'sphere', modifiers?: string | string[], datums?: (string | string[])[], also?: { characteristic: string, value: number | string, zone?: 'diameter' | 'sphere', modifiers?: string | string[], datums?: (string | string[])[] }[], above?: string, offset?: [number, number], to?: PointRef, color?: Color }): true

/**
 * Draws the symbol of a datum: a triangle on the surface at the target and its letter in a box. angle is the direction away from the surface, in radians: by default the side's ({ of: 'block', at: 'bottom' }), or the one with most room. offset is the length of the line, in millimetres on paper.
 * @example datum('datum_a', { of: 'block', at: 'bottom' }, 'A')
 */
declare function datum(name: string, target: PointRef, letter: string, options?: { angle?: number, offset?: number, color?: Color }): true

/**
 * Draws the symbol of surface texture (ISO 21920) with its tip at the target, and a text such as 'Ra 1.6'. machining says if material must or must not be removed; angle turns the symbol, in radians. method, such as 'milled', stands above the bar, second beneath the first requirement, lay (the direction of the grooves) beside the leg, allowance before the symbol; allAround has a circle at the corner. With leader, or offset or to as for leader, the symbol stands on a leader to the target.
 * @example surfaceFinish('top_finish', { of: 'block', at: 'top' }, 'Ra 1.6', { machining: 'required', method: 'milled' })
 */
declare function surfaceFinish(name: string, target: PointRef, text: string, options?: { machining?: 'any' | 'required' | 'prohibited', angle?: number, method?: string, second?: string, lay?: '=' | '⟂' | 'X' | 'M' | 'C' | 'R' | 'P', allowance?: string | number, allAround?: boolean, leader?: boolean, offset?: [number, number], to?: PointRef, color?: Color }): true

/**
 * Marks where a thing is cut: a line through at least 2 points with thick ends and corners, arrows in the direction of the view, and a letter at each. The view is to the left of the way along the points, or looks to the right.
 * @example sectionMark('section_a', [[0, 40], [0, -40]], 'A')
 */
declare function sectionMark(name: string, points: PointRef[], text: string, options?: { looks?: 'left' | 'right', color?: Color }): true

/**
 * Draws a section of flat parts along a cutting line: each place where the line crosses their material is as high as thickness and hatched, and what is seen behind is drawn. Three entities come of it: name, the outlines with the title A-A, or with the next letter that no view has, name_hatch, the hatch (a HATCH in DXF), and name_mark, the cutting line with its arrows (mark: false without). holes say which circles have a depth, a counterbore or a countersink, from the face that is seen. The view stands beyond the part, in the direction of the arrows, gap (30) mm on paper away, or with its middle at at. All follow the shapes.
 * @example sectionView('section_a', 'plate', [[-55, 0], [55, 0]], { thickness: 12, looks: 'right', holes: [{ of: 'screw', counterbore: { diameter: 11, depth: 6.5 } }] })
 */
declare function sectionView(name: string, of: string | string[], line: [PointRef, PointRef], options: { thickness: number, letter?: string, looks?: 'left' | 'right', holes?: { of: string, depth?: number, counterbore?: { diameter: number, depth: number }, countersink?: { diameter: number, angle?: number } }[], gap?: number, at?: PointRef, angle?: number, pattern?: string, hatchGap?: number, mark?: boolean, color?: Color }): true

/**
 * Draws what is within radius of a point again, scale times (2) as large, in a circle with the title B (4:1), or with the next letter that no view has, and a circle with the letter where it is. Lines and arcs stay what they are, with their pens and dashes; fills and texts are left out. The view stands beside the drawing, or with its middle at at, and follows the shapes. { of: name, at: [x, y] } is the place at which it shows that point of the drawing, and sides are those of its circle.
 * @example detailView('detail_b', [39, 6], 4, { scale: 5, letter: 'B' })
 */
declare function detailView(name: string, center: PointRef, radius: number, options?: { scale?: number, letter?: string, at?: PointRef, color?: Color }): true

/**
 * Draws an arrow to the north with its middle at x, y. size is its height in millimetres on paper (20), angle that of north from y, counter-clockwise in radians.
 * @example northArrow('north', 0, 0, { angle: Math.PI / 12 })
 */
declare function northArrow(name: string, x: number, y: number, options?: { size?: number, angle?: number, color?: Color }): true

/**
 * Draws a bar that shows lengths of the scene, from x, y to the right: divisions (5) of the length division each, in the scene's unit; the default is a round length that is at least 10 mm on paper.
 * @example scaleBar('bar', -40, -10)
 */
declare function scaleBar(name: string, x: number, y: number, options?: { division?: number, divisions?: number, color?: Color }): true

/**
 * Draws a table of rows of texts. The first row is the head unless header is false. at is its upper left corner in the scene, or a corner of the frame of the page that was set last; the default is the lower right corner, above the title block, or without a page [0, 0]. Tables in one corner stand on each other. Columns are as wide as their texts, or as widths says, in millimetres on paper.
 * @example table('parts', [['No.', 'Part', 'Count'], [1, 'Plate', 1], [2, 'Screw M6', 4]])
 */
declare function table(name: string, rows: (string | number)[][], options?: { at?: PointRef | 'topLeft' | 'topRight' | 'bottomLeft' | 'bottomRight', header?: boolean, widths?: number[], color?: Color }): true

/**
 * Draws a table of the blocks of the finished drawing: a row for each block that has instances, with its number. columns are pairs of a head and the contents beneath: 'item', 'block', 'count', or the tag of an attribute, whose values are listed; the default is [['Pos.', 'item'], ['Part', 'block'], ['Qty', 'count']]. A block has the number that a balloon writes at one of its instances, or else the next one; a balloon with the text '#' writes it. at is as for table.
 * @example partsList('parts', { at: [30, 30] })
 */
declare function partsList(name: string, options?: { columns?: [string, string][], blocks?: string[], at?: PointRef | 'topLeft' | 'topRight' | 'bottomLeft' | 'bottomRight', color?: Color }): true

// corners: corners, walls, trims, and figures with round parts

/**
 * Draws a rectangle whose CENTRE is x, y, with true arcs for corners. The radius is one for all, or a list from the lower left corner counter-clockwise; 0 is a sharp corner.
 * @example drawRoundedRect('panel', 0, 0, 120, 80, 12)
 */
declare function drawRoundedRect(name: string, x: number, y: number, width: number, height: number, radius: number | [number, number, number, number]): true

/**
 * Draws a polygon with sides of the same length about x, y. The radius belongs to the circle through its corners; with inside true, to the circle inside that touches its sides, which is half the width across flats. The angle is the direction of its first corner, straight up unless given.
 * @example drawRegularPolygon('nut', 0, 0, 20, 6, { inside: true })
 */
declare function drawRegularPolygon(name: string, x: number, y: number, radius: number, sides: number, options?: { angle?: number, inside?: boolean }): true

/**
 * Draws a slot with round ends: a tool of that width went from x1, y1 to x2, y2. The ends are true arcs about these points.
 * @example drawSlot('slot', -30, -10, 30, 10, 16)
 */
declare function drawSlot(name: string, x1: number, y1: number, x2: number, y2: number, width: number): true

/**
 * Draws a smooth curve through points, without jumps of direction or curvature. With closed true, it continues from the last point to the first.
 * @example drawSpline('river', [-80, -20, -30, 25, 10, -15, 45, 20, 80, 0])
 */
declare function drawSpline(name: string, points: Points, options?: { closed?: boolean }): true

/**
 * Rounds the corners of a line, polygon, rectangle or path by true arcs that touch both sides, also where these are arcs or curves. Corners are points of the world where they are; all of them unless given. A line that ends where it begins has a corner there, and becomes a closed path. A radius that does not fit is refused with the largest that does. With names another line or arc: both are trimmed or lengthened, arcs along their circles, to where they meet, and joined by the arc into one entity, the first; radius 0 is a sharp corner then. Those that never meet, as parallel lines or circles apart, are joined by an arc of the radius that touches both.
 * @example fillet('plate', 8)
 */
declare function fillet(name: string, radius: number, options?: { corners?: Points, with?: string }): true

/**
 * Cuts the corners of a line, polygon, rectangle or path off, at a distance from each along its sides. Corners and with are as for fillet.
 * @example chamfer('plate', 12, { corners: [[50, 30], [-50, 30]] })
 */
declare function chamfer(name: string, distance: number, options?: { corners?: Points, with?: string }): true

/**
 * Makes the outline of a line with a width: a wall, a trace, a groove. Caps are at its ends ('butt'), joins at its corners ('miter', which is square where its tip would be more than ten half widths away), and justify says on which side of the way from its first point the width is. Arcs stay true arcs, and so are round caps and joins; a closed line, and one that ends where it begins, becomes a ring. The outline takes the line's place, unless result names another entity; like and keep are as for booleanUnion.
 * @example thicken('wall', 12, { justify: 'left' })
 */
declare function thicken(line: string, width: number, options?: { cap?: 'butt' | 'round' | 'square', join?: 'miter' | 'round' | 'bevel', justify?: 'center' | 'left' | 'right', result?: string, like?: string, keep?: boolean }): boolean

/**
 * Removes the part of a line, arc or outline between two crossings with others, or between one and its end: the part that is nearest to the point at. The rest is the same entity.
 * @example trim('beam', 'column', [20, 0])
 */
declare function trim(name: string, by: string | string[], at: [number, number]): true

/**
 * Lengthens a line or an arc along itself until it meets another entity: at the end that is nearest to the point end, or at the one that has the shorter way.
 * @example extend('beam', 'tank')
 */
declare function extend(name: string, to: string | string[], end?: [number, number]): true

/**
 * Cuts a line, arc or outline into separate entities, name_0, name_1 and so on along it: where other entities cross it, or at the points of it that are nearest to those given. Gives their names.
 * @example splitAt('ring', [[40, 0], [0, 40]])
 * setStroke('ring_1', 'firebrick', 2)
 */
declare function splitAt(name: string, places: string | string[] | Points): string[]

// making: arrange, nest, connect, and what a workshop needs

/**
 * Moves entities so that an edge of their bounds, or the middle between two, is where the first entity has it, or where the entity or point to has it. Gives false when nothing moves.
 * @example align(['a', 'b', 'c'], 'bottom')
 */
declare function align(names: string[], edge: 'left' | 'right' | 'top' | 'bottom' | 'centerX' | 'centerY', to?: string | [number, number]): boolean

/**
 * Moves entities along an axis, in the order that they are in, so that the gaps between their bounds are the same: those between the first and the last, which stay, or with a gap all but the first. Gives false when nothing moves.
 * @example distribute(['a', 'b', 'c'], 'x')
 */
declare function distribute(names: string[], axis: 'x' | 'y', options?: { gap?: number }): boolean

/**
 * Moves parts onto a sheet, which is the name of a closed entity of any shape, with holes too, or [width, height] from the origin, by their outlines: into each other's bays and holes, at least gap (0) plus kerf (0) apart from each other, and margin, the same unless given, from the edge. Several sheets, in an array, are filled one after the other. Parts may be turned by the rotations, angles in radians ([0, Math.PI / 2]), with grain by half a turn alone; parts gives some of them angles of their own, or a quantity, whose copies are name_1 and so on. A group is one part, with what is engraved on it. A sheet is filled along its longer side, and what is left beyond is its remnant. The search is bounded in steps, so that the places are the same in every run: 'fast' ends in about a second, 'good' in five, 'best' in a minute, for which limits.timeMs must allow. Parts that no sheet has room for stay where they are and are listed in unplaced; used is the share of the sheets with parts that these take.
 * @example const { unplaced } = nest(listEntities({ name: 'part_*' }), 'sheet', { gap: 2 })
 * console.log(unplaced)
 */
declare function nest(names: string[], sheet: string | [number, number] | (string | [number, number])[], options?: { gap?: number, margin?: number, kerf?: number, rotations?: number[], grain?: boolean, parts?: { [name: string]: { quantity?: number, rotations?: number[], grain?: boolean } }, effort?: 'fast' | 'good' | 'best', seed?: number }): { placed: string[], unplaced: string[], used: number, sheets: { placed: string[], used: number, extent: { min: [number, number], max: [number, number] } | null, remnant: { min: [number, number], max: [number, number] } | null }[] }

/**
 * Compensates for the width of the cut: the outline of a part grows by half of it, and its holes shrink, so that the part has its size when it is cut along them. Arcs stay arcs, and corners of ten degrees and more sharp. It takes the place of the part, unless result names another entity; like and keep are as for booleanUnion.
 * @example kerf('part', 0.2)
 */
declare function kerf(name: string, width: number, options?: { result?: string, like?: string, keep?: boolean }): boolean

/**
 * Relieves every inside corner of a closed entity for a round tool of this radius, so that what is put into it fits: a dogbone is cut into both edges, a tbone along the long edge (or the short one) into the other. The entity is replaced, or drawn as result, with like and keep as for booleanUnion. Gives the number of corners.
 * @example console.log(dogbones('panel', 3))
 */
declare function dogbones(name: string, radius: number, result?: string, options?: { type?: 'dogbone' | 'tbone', edge?: 'long' | 'short', like?: string, keep?: boolean }): number

/**
 * Draws the paths that a laser, a plasma torch or a mill follows along parts, one entity a cut, in the order of the cuts: what is inside of a contour before it, so holes before their outline and a part in a hole of another before that hole, and of what may be next the nearest, from start ([0, 0]) on. They take the place of the parts, unless keep is true, in the groups result_engrave, result_score and result_cut, on the layers engrave, score and cut; files have them in this order. Lines in engrave and score come first and stay as they are. leadIn is the length of a lead-in from the side of what falls off, an arc that ends along the contour or a line at a right angle; where it meets another contour it begins elsewhere or is shorter, and lead says how long it is. tabs are bridges of a width that hold a part: count of each outline, or at most spacing apart. With common, an edge that parts share is cut once, with the first of them; what is left of the others has neither a lead-in nor tabs. For the width of the cut call kerf before.
 * @example cutOrder(['plate'], 'plan', { leadIn: { length: 5, type: 'arc' }, tabs: { count: 3, width: 2 }, engrave: ['mark'], start: [-40, -25] })
 * console.log(exists('plan_cut_0'))
 */
declare function cutOrder(names: string[], result: string, options?: { leadIn?: number | { length: number, type?: 'arc' | 'line' }, tabs?: { width: number, count?: number, spacing?: number }, engrave?: string[], score?: string[], common?: boolean, start?: [number, number], keep?: boolean }): { paths: { name: string, part: string, kind: 'engrave' | 'score' | 'inner' | 'outer' | 'line', length: number, lead: number }[], length: number, travel: number }

/**
 * Draws what the finished drawing takes to make as a table with its upper left corner at x, y, and gives the name of its group, 'report' unless name is given: parts by block and attributes, and by layer and process cut length, pierces, rapid length and time, areas, masses, the use of sheets, costs. show takes one of these alone. Layers cut, engrave, score and sheet count, and 0 without these; materials and thicknesses stand in report.json beside main, speeds and prices in rates.json. Annotations are no part of it.
 * @example reportTable(50, 25, { show: 'parts' })
 */
declare function reportTable(x: number, y: number, options?: { name?: string, show?: 'summary' | 'parts' | 'layers' | 'materials' | 'sheets' | 'cost', color?: Color }): string

/**
 * Declares a port of the block that the next defineBlock makes: a point where connectors begin and end, which connect names after the instance, such as 'P-101.out'. x and y are where it is among the entities of the block, and the direction, or an angle in radians, is that in which a connector leaves; unless given, it leads out by the nearest side.
 * @example port('in', -10, 0, 'left')
 * port('out', 10, 0, 'right')
 * defineBlock('pump', ['casing', 'impeller'])
 * insert('pump', 'P-1', -40, 0)
 * insert('pump', 'P-2', 40, 30)
 * connect('feed', 'P-1.out', 'P-2.in', { curve: 'orthogonal', size: 4 })
 */
declare function port(name: string, x: number, y: number, direction?: 'left' | 'right' | 'up' | 'down' | number): true

/**
 * Draws a connector from a to b for a diagram, as a group of name_line, name_arrow, name_arrow_start and name_label. A straight one goes from outline to outline; an orthogonal one along the axes, and a smooth one in a curve, from the middle of a side of the bounds to that of another; the texts of tags and labels count for neither. 'pump.out' is a port of an instance (see port), 'pump.left', right, top or bottom a side, [x, y] a point, and { of, at } a place at an entity. It leads around the entities to avoid; unless given, one at a port leads around all instances of blocks. The arrow is at b unless given; size is its length, 3 mm on paper unless given.
 * @example connect('ok', 'read', 'check', { curve: 'orthogonal', size: 5 })
 * connect('done', 'read', 'write', { label: 'valid', size: 5 })
 */
declare function connect(name: string, a: PointRef, b: PointRef, options?: { curve?: 'straight' | 'orthogonal' | 'smooth', arrow?: 'none' | 'start' | 'end' | 'both', label?: string, avoid?: string[], size?: number }): true

/**
 * Computes the lines of equal value on a grid: values[row][column] is the value at origin ([0, 0]) plus column and row times step (1), with rows upwards. Each line is as long as it can be, and has higher values to its left; draw it with drawLine or drawSpline, or with drawPolygon where it is closed.
 * @example contours(heights, [10, 20, 30, 40], { step: 20 }).forEach(({ points, closed }, i) => drawSpline(`height_${i}`, points, { closed }))
 */
declare function contours(values: number[][], levels: number[], options?: { origin?: [number, number], step?: number | [number, number] }): { level: number, points: [number, number][], closed: boolean }[]
