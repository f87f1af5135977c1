// Questions to the committed scene, and their answers.
import type { ResultPage } from './common.js'
import type { LintArguments, LintPage } from './lint.js'
import type { ReportPage } from './report.js'
import type { ParameterSets } from './sweep.js'
import type { SceneAnswer } from './project-results.js'
import type { Bounds, SceneSummary, Units } from './scene-summary.js'

/** A question about the committed scene. Long answers come in pages of `limit` rows, 100 by default. */
export type InspectArguments = InspectQuestion & {
  /** A commit of the history, or the `sceneId` of a run or an edit by hand of this process: the scene after it. Default: the scene as it is. */
  commit?: string | undefined
}

type InspectQuestion =
  /** The numbers of entities, the bounds, the units, the layers and the files. */
  | { view: 'info' }
  /** Groups and their contents, back to front. `name` starts at one group; `depth` levels, 2 by default. */
  | ({ view: 'tree'; name?: string | undefined; depth?: number | undefined } & PageArguments)
  /** Everything about one entity. */
  | { view: 'entity'; name: string }
  /** Exact bounds of one entity, or of the whole scene. */
  | { view: 'bounds'; name?: string | undefined }
  /** The draw order among siblings, back to front. `name` is the group; the root by default. */
  | ({ view: 'order'; name?: string | undefined } & PageArguments)
  /** Measures of one entity. */
  | { view: 'measure'; name: string; other?: undefined; points?: undefined }
  /** Distance and angle between two entities. */
  | { view: 'measure'; name: string; other: string; points?: undefined }
  /** Two or three points. */
  | { view: 'measure'; points: readonly ScenePoint[]; name?: undefined; other?: undefined }
  /** The shapes at a point, front to back: closed ones that contain it, and lines within the tolerance (0.01). */
  | ({ view: 'at'; x: number; y: number; tolerance?: number | undefined } & PageArguments)
  /**
   * The difference between two commits. `from` and `to` are ids of commits in {@link Project.history}, and mean the
   * scenes after them. By default `to` is the current scene, and `from` the one before the last commit, or before `to`.
   * `name` restricts the answer to one entity.
   */
  | ({
      /** The view that answers the question. */
      view: 'difference'
      /** The commit before: its scene is compared. Default: the one before `to`. */
      from?: string | undefined
      /** The commit after. Default: the latest. */
      to?: string | undefined
      /** Compare only this entity. */
      name?: string | undefined
    } & PageArguments)
  /** The parameters that the code declares, with their values. */
  | ({ view: 'parameters' } & PageArguments)
  /** The rules that were checked for the scene, and that it satisfies. */
  | ({ view: 'rules' } & PageArguments)
  /** The findings of the lint: mistakes that a workshop would send back. */
  | ({ view: 'lint' } & LintArguments & PageArguments)
  /** The report: parts, cut lengths, times, areas, masses, sheets, costs. */
  | ({ view: 'report' } & PageArguments)

/** The rows of a long answer to return. */
export interface PageArguments {
  /** Number of rows to skip. */
  offset?: number | undefined
  /** The most rows to return. Default 100. */
  limit?: number | undefined
}

/** The answer to a question; its shape depends on `view`. */
export type InspectResult<Question extends InspectArguments = InspectArguments> = SceneAnswer<Inspected<Question>>

/** The data of the answer to a question. */
export type Inspected<Question extends InspectArguments = InspectArguments> = Question extends {
  /** The view that was asked for. */
  view: infer View extends keyof InspectViews
}
  ? { readonly view: View } & InspectViews[View]
  : Question extends { points: readonly ScenePoint[] }
    ? { readonly view: 'measure' } & (MeasuredDistance | MeasuredAngle)
    : Question extends { other: string }
      ? { readonly view: 'measure' } & MeasuredPair
      : { readonly view: 'measure' } & MeasuredEntity

/** The data of each view except `measure`, whose data depends on the arguments. */
export interface InspectViews {
  /** The whole scene in a few lines. */
  info: SceneInfo
  /** The entities as a tree, a page of rows. */
  tree: ResultPage<TreeRow>
  /** One entity with everything about it. */
  entity: EntityDetails
  /** The bounds of an entity, or of the scene. */
  bounds: EntityBounds
  /** The entities in the order in which they are drawn, a page of rows. */
  order: DrawOrder
  /** The entities at a point. */
  at: ResultPage<string>
  /** The difference between two commits. */
  difference: SceneDifference
  /** The parameters that the scene declares. */
  parameters: ParametersPage
  /** The rules that the scene declares, with their margins. */
  rules: ResultPage<SceneRule>
  /** The mistakes that a workshop would send back. */
  lint: LintPage
  /** The work and the material of the drawing. */
  report: ReportPage
}

/** The parameters, and the named sets of values. */
export type ParametersPage = ResultPage<SceneParameter> & {
  /** The named sets of values in `parameter-sets.json`. Absent if the project has none. */
  readonly sets?: ParameterSets | undefined
}

/** A value that `param` declares. */
export interface SceneParameter {
  /** The name in `param`. */
  readonly name: string
  /** The value in the current scene. */
  readonly value: number | string | boolean
  /** The value in the code. */
  readonly default: number | string | boolean
  /** The least value, where there is one. */
  readonly min?: number | undefined
  /** The greatest value, where there is one. */
  readonly max?: number | undefined
  /** The distance between values, where there is one. */
  readonly step?: number | undefined
  /** The label of a control. */
  readonly label?: string | undefined
  /** The unit of a number, for people. */
  readonly unit?: string | undefined
  /** The heading under which controls show it together with others. */
  readonly group?: string | undefined
  /** The only permitted values. */
  readonly choices?: readonly (number | string | boolean)[] | undefined
}

/** A rule, declared by `invariant` or by a built-in check, with the place of its declaration. */
export interface SceneRule {
  /** The name of the rule. */
  readonly name: string
  /** The message that is given where the rule is broken. */
  readonly message?: string | undefined
  /** The file that declares it. */
  readonly file: string
  /** Line of the declaration, counted from 1. */
  readonly line: number
  /** Column of the declaration, counted from 1. */
  readonly column: number
  /** The measured value beside the demanded one, such as `3.2 of ≥ 3`. */
  readonly margin?: string | undefined
  /** `warn` for a rule that does not refuse a change. */
  readonly severity?: 'warn' | undefined
  /** The measured value in words, where the scene breaks a rule that warns. */
  readonly broken?: string | undefined
}

/** A point in the unit of the scene, y up. */
export type ScenePoint = readonly [x: number, y: number]

/** Red, green, blue and alpha, each from 0 to 1. */
export type Rgba = readonly [red: number, green: number, blue: number, alpha: number]

/** The kinds of entities. */
export type EntityType = keyof Geometries

/** A type in a list. A text from `drawText` counts as one entity, a path or a group of glyphs; so do dimensions and notes. */
export type ListedType = EntityType | 'text' | 'dimension' | 'hatch' | 'leader' | 'note'

/** The whole scene in a few lines. */
export interface SceneInfo extends SceneSummary {
  /** Number of entities of each type. Types that do not occur are absent. */
  readonly types: { readonly [Type in ListedType]?: number | undefined }
  /** The files that were run, by name. */
  readonly files: readonly string[]
  /** The sheets in the order of the first `setPage` for each; absent without a page, or with one that has no name. */
  readonly sheets?: readonly SheetInfo[] | undefined
}

/** A sheet of a drawing. */
export interface SheetInfo {
  /** The name of the sheet, by which `render` and `export` take it. */
  readonly name: string
  /** The size, such as `A4 portrait`, or the width and the height in millimetres. */
  readonly size: string
  /** The part of the scene that the sheet shows. */
  readonly bounds: Bounds
}

/** An entity in the tree. */
export interface TreeRow {
  /** The name of the entity. */
  readonly name: string
  /** The kind of the entity. */
  readonly type: ListedType
  /** Depth in the tree, counted from 1. */
  readonly depth: number
  /** Number of children. Only for groups. */
  readonly children?: number | undefined
}

/** The bounds of an entity, or of the scene. */
export interface EntityBounds {
  /** `null` for the whole scene. */
  readonly name: string | null
  /** `null` if nothing is drawn; `size` and `center` are then `null` too. */
  readonly bounds: Bounds | null
  /** Width and height of the bounds; `null` for an empty scene. */
  readonly size: readonly [width: number, height: number] | null
  /** The middle of the bounds; `null` for an empty scene. */
  readonly center: ScenePoint | null
  /** The unit of the scene. */
  readonly units: Units
}

/** The entities in the order in which they are drawn. */
export interface DrawOrder extends ResultPage<OrderRow> {
  /** The name of the group, or `root`. */
  readonly level: string
}

/** An entity in the order of drawing. */
export interface OrderRow {
  /** The name of the entity. */
  readonly name: string
  /** The kind of the entity. */
  readonly type: ListedType
  /** The position in the draw order, from 0 at the back. */
  readonly z: number
}

/** Area and length of one entity, exact for arcs and curves. */
export interface MeasuredEntity {
  /** The name of the entity. */
  readonly name: string
  /** `null` for an open shape. */
  readonly area: number | null
  /** The length of its outline, or of the line. */
  readonly length: number
  /** The direction of a line, or the sweep of an arc, in radians. `null` for everything else. */
  readonly angle: number | null
  /** The unit of the scene. */
  readonly units: Units
}

/** The distance between two entities. */
export interface MeasuredPair {
  /** The name of the first entity. */
  readonly name: string
  /** The name of the second entity. */
  readonly other: string
  /** The shortest distance. */
  readonly distance: number
  /** A point on each entity, at this distance from each other. */
  readonly points: readonly [ScenePoint, ScenePoint]
  /** Angle from one line to the other, in radians; `null` unless both are lines. */
  readonly angle: number | null
  /** The unit of the scene. */
  readonly units: Units
}

/** The distance between two points. */
export interface MeasuredDistance {
  /** The two points that were given. */
  readonly points: readonly [ScenePoint, ScenePoint]
  /** The distance between the points. */
  readonly distance: number
  /** Never set for two points. */
  readonly distances?: undefined
  /** The direction from the first point to the second, in radians. */
  readonly angle: number
  /** The unit of the scene. */
  readonly units: Units
}

/** The angle at the second of three points. */
export interface MeasuredAngle {
  /** The three points that were given. */
  readonly points: readonly [ScenePoint, ScenePoint, ScenePoint]
  /** Never set for three points. */
  readonly distance?: undefined
  /** Distances from the second point to the first and to the third. */
  readonly distances: readonly [number, number]
  /** The angle at the second point, from the first point to the third, in radians. */
  readonly angle: number
  /** The unit of the scene. */
  readonly units: Units
}

/** Everything about one entity, under the names of `getEntity` in scripts, in camelCase. `type` distinguishes the kinds. */
export type EntityDetails = { readonly [Type in EntityType]: EntityOfType<Type> }[EntityType]

/** An entity of one kind, with everything about it. */
export interface EntityOfType<Type extends EntityType> extends Shortened {
  /** The name of the entity. */
  readonly name: string
  /** The kind of the entity. */
  readonly type: Type
  /** The group that contains the entity. */
  readonly parent: string | null
  /** The names of the children, back to front. Only for groups. */
  readonly children: readonly string[]
  /** The effective style, inherited or the entity's own. */
  readonly style: EntityStyle
  /** The layer that the entity lies on. */
  readonly layer: string
  /** The position of the entity among its siblings, from 0 at the back. */
  readonly zOrder: number
  /** Shape and bounds in the entity's own coordinates, before `transform`. */
  readonly local: {
    /** The shape in its own coordinates. */
    readonly geometry: Geometries[Type]
    /** Details of a text; absent for other entities. */
    readonly text?: TextDetails | undefined
    /** The data of a dimension, hatch, leader or note, by its kind. Absent for other entities. */
    readonly annotation?: { readonly [kind: string]: unknown } | undefined
    /** The data of an instance of a block. Absent for other entities. */
    readonly instance?: InstanceDetails | undefined
    /** How the shape is placed in the scene. */
    readonly transform: TransformDetails
    /** The point that the entity turns about, in its own coordinates. */
    readonly pivot: ScenePoint
    /** The bounds in its own coordinates; `null` if nothing is drawn. */
    readonly bounds: Bounds | null
  }
  /** Bounds and centre in the coordinates of the scene. */
  readonly world: { readonly bounds: Bounds | null; readonly center: ScenePoint | null }
  /** The call that drew the entity. Absent if unknown. */
  readonly place?: SourcePlace | undefined
}

/** A place in the sources: line and column from 1, the column in UTF-16 code units. */
export interface SourcePlace {
  /** `main` or the name of a module. */
  readonly file: string
  /** Line of the call, counted from 1. */
  readonly line: number
  /** Column of the call, counted from 1. */
  readonly column: number
}

/** An answer in which long lists are cut. */
export interface Shortened {
  /** Number of entries left out of each list, by its JSON pointer. Absent if all lists are complete. */
  readonly omitted?: { readonly [pointer: string]: number } | undefined
}

/** The geometry of each type of entity. Angles are radians, counter-clockwise. */
export interface Geometries {
  /** A group has no shape of its own. */
  group: null
  /** A circle. */
  circle: { readonly center: ScenePoint; readonly radius: number }
  /** A rectangle. */
  rect: { readonly center: ScenePoint; readonly width: number; readonly height: number }
  /** A line of straight pieces. */
  line: CountedVertices & { readonly points: readonly ScenePoint[] }
  /** A closed outline, which may have holes. */
  polygon: CountedVertices & {
    /** The corners in their order. */
    readonly points: readonly ScenePoint[]
    /** The outlines of the holes. */
    readonly holes: readonly (readonly ScenePoint[])[]
    /** Number of all holes, of which only the first are listed. Absent if all are. */
    readonly holeCount?: number | undefined
  }
  /** A part of a circle. */
  arc: {
    /** The middle of the circle. */
    readonly center: ScenePoint
    /** The radius of the circle. */
    readonly radius: number
    /** The angle at which the arc begins, in radians. */
    readonly startAngle: number
    /** The angle at which the arc ends, in radians. */
    readonly endAngle: number
  }
  /** An ellipse. */
  ellipse: { readonly center: ScenePoint; readonly radii: ScenePoint; readonly rotation: number }
  /** SVG path data with absolute commands, y upwards; long data is cut after 600 bytes, ends with `…`, and is counted. */
  path: { readonly data: string; readonly counts?: PathCounts | undefined }
  /** An instance of a block. */
  instance: null
}

/** The block of an instance, and the instance's own data. */
export interface InstanceDetails {
  /** The name of the block. */
  readonly block: string
  /** Attributes in the order of their definition. Absent if the block has none. */
  readonly attributes?: readonly { readonly tag: string; readonly value: string }[] | undefined
}

/** The size of a large outline, of which only the first vertices are listed. */
export interface CountedVertices {
  /** Number of all vertices, including those of holes. Absent if all are listed. */
  readonly vertexCount?: number | undefined
}

/** The parts of a long path. */
export interface PathCounts {
  /** Number of pieces that do not touch. */
  readonly subpaths: number
  /** Number of pieces that are closed. */
  readonly closed: number
  /** Number of straight edges. */
  readonly lines: number
  /** Number of Bézier curves. */
  readonly curves: number
  /** Number of arcs. */
  readonly arcs: number
}

/** The effective look of an entity. */
export interface EntityStyle {
  /** The colour of the area; `null` if it is not filled. */
  readonly fill: Rgba | null
  /** The pen of the outline; `null` if it is not drawn. */
  readonly stroke: {
    /** The colour of the pen. */
    readonly color: Rgba
    /** The width of the pen. */
    readonly width: number
    /** The lengths of dashes and gaps. */
    readonly dash: readonly number[]
    /** The ends of lines. */
    readonly cap: 'butt' | 'round' | 'square'
    /** The corners of lines. */
    readonly join: 'miter' | 'round' | 'bevel'
  } | null
}

/** How a shape is placed. */
export interface TransformDetails {
  /** The distances in x and y by which the entity is moved. */
  readonly translate: ScenePoint
  /** The angle by which the entity is turned, in radians. */
  readonly rotation: number
  /** The factors in x and y by which the entity is stretched. */
  readonly scale: ScenePoint
  /** The rows of the linear part, if it contains a shear; rotation and scale are then only approximations. */
  readonly matrix?: readonly [ScenePoint, ScenePoint] | undefined
}

/** The source of a text. */
export interface TextDetails {
  /** The text as it was given. */
  readonly text: string
  /** The x of its place. */
  readonly x: number
  /** The y of its place. */
  readonly y: number
  /** The size of the em square. */
  readonly size: number
  /** The side that lies at its place. */
  readonly align: 'left' | 'center' | 'right'
  /** The font of the text. Absent for the built-in one. */
  readonly font?: string | undefined
  /** The height of capitals, if the size of the text was given by it. */
  readonly capHeight: number
  /** The distance between two base lines. */
  readonly lineHeight: number
}

/** The entities that differ, with the number of each kind of change. */
export interface SceneDifference extends ResultPage<DifferenceRow>, Shortened {
  /** Start of the comparison, as given; `null` if it was omitted. */
  readonly from: string | null
  /** End of the comparison, as given; `null` if it was omitted. */
  readonly to: string | null
  /** Number of entities that were added. */
  readonly added: number
  /** Number of entities that were removed. */
  readonly removed: number
  /** Number of entities that were changed. */
  readonly changed: number
}

/** An entity that differs. */
export interface DifferenceRow {
  /** The name of the entity. */
  readonly name: string
  /** The kind of difference. */
  readonly change: 'added' | 'removed' | 'changed'
  /** The kind of the entity. */
  readonly type: ListedType
  /** The aspects that changed. Only for an entity in both scenes. */
  readonly what?: ChangedAspects | undefined
}

/** The differences of an entity. Absent members are equal. */
export interface ChangedAspects {
  /** The kinds before and after. */
  readonly type?: FromTo<EntityType> | undefined
  /** The shapes before and after. */
  readonly geometry?: FromTo<Geometries[EntityType]> | undefined
  /** The places and pivots before and after. */
  readonly transform?: FromTo<TransformDetails & { readonly pivot: ScenePoint }> | undefined
  /** The styles before and after. */
  readonly style?: FromTo<EntityStyle> | undefined
  /** The layers before and after. */
  readonly layer?: FromTo<string> | undefined
  /** The texts before and after. */
  readonly text?: FromTo<TextDetails | null> | undefined
  /** The groups before and after. */
  readonly group?: FromTo<string | null> | undefined
  /** The position among the siblings. Only if nothing else differs. */
  readonly order?: FromTo<number> | undefined
}

/** A value before and after. */
export interface FromTo<Value> {
  /** The value before. */
  readonly from: Value
  /** The value after. */
  readonly to: Value
}
