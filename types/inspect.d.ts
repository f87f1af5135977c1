// Questions to the committed scene, and their answers.
import type { Page } from './common.js'
import type { LintArguments, LintPage } from './lint.js'
import type { ReportPage } from './report.js'
import type { ParameterSets } from './sweep.js'
import type { SceneAnswer } from './project-results.js'
import type { Bounds, SceneSummary, Units } from './scene-summary.js'

/** A question about the committed scene. Long answers come in pages of `limit` rows, 100 by default. */
export type InspectArguments = InspectQuestion & {
  /** A commit of the history: the scene after it. Default: the scene as it is. */
  commit?: string | undefined
}

type InspectQuestion =
  /** Counts, bounds, units, layers, files. */
  | { view: 'info' }
  /** Groups and their contents, back to front. `name` starts at one group; `depth` levels, 2 by default. */
  | ({ view: 'tree'; name?: string | undefined; depth?: number | undefined } & PageArguments)
  /** All about one entity. */
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
      view: 'difference'
      from?: string | undefined
      to?: string | undefined
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
  info: SceneInfo
  tree: Page<TreeRow>
  entity: EntityDetails
  bounds: EntityBounds
  order: DrawOrder
  at: Page<string>
  difference: SceneDifference
  parameters: ParametersPage
  rules: Page<SceneRule>
  lint: LintPage
  report: ReportPage
}

/** The parameters, and the named sets of values. */
export type ParametersPage = Page<SceneParameter> & {
  /** Absent where the project has none. */
  readonly sets?: ParameterSets | undefined
}

/** A value that `param` declares. */
export interface SceneParameter {
  readonly name: string
  /** The value in the current scene. */
  readonly value: number | string | boolean
  /** The value in the code. */
  readonly default: number | string | boolean
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly step?: number | undefined
  /** The label of a control. */
  readonly label?: string | undefined
  /** The unit of a number, for people. */
  readonly unit?: string | undefined
  /** The heading that it stands under beside others. */
  readonly group?: string | undefined
  /** The only permitted values. */
  readonly choices?: readonly (number | string | boolean)[] | undefined
}

/** A rule, declared by `invariant` or by a built-in check, with the place of its declaration. */
export interface SceneRule {
  readonly name: string
  readonly message?: string | undefined
  readonly file: string
  readonly line: number
  readonly column: number
  /** The measured value beside the demanded one, such as `3.2 of ≥ 3`. */
  readonly margin?: string | undefined
  /** `warn` for a rule that does not refuse a change. */
  readonly severity?: 'warn' | undefined
  /** The measured value in words, where the scene breaks a rule that warns. */
  readonly broken?: string | undefined
}

export type ScenePoint = readonly [x: number, y: number]

/** Red, green, blue and alpha, each from 0 to 1. */
export type Rgba = readonly [red: number, green: number, blue: number, alpha: number]

export type EntityType = keyof Geometries

/** A type in a list. A text from `drawText` counts as one entity, a path or a group of glyphs; so do dimensions and notes. */
export type ListedType = EntityType | 'text' | 'dimension' | 'hatch' | 'leader' | 'note'

export interface SceneInfo extends SceneSummary {
  /** Number of entities of each type. Types that do not occur are absent. */
  readonly types: { readonly [Type in ListedType]?: number | undefined }
  /** The files that were run, by name. */
  readonly files: readonly string[]
}

export interface TreeRow {
  readonly name: string
  readonly type: ListedType
  /** Depth in the tree, counted from 1. */
  readonly depth: number
  /** Number of children. Only for groups. */
  readonly children?: number | undefined
}

export interface EntityBounds {
  /** `null` for the whole scene. */
  readonly name: string | null
  /** `null` if nothing is drawn; `size` and `center` are then `null` too. */
  readonly bounds: Bounds | null
  readonly size: readonly [width: number, height: number] | null
  readonly center: ScenePoint | null
  readonly units: Units
}

export interface DrawOrder extends Page<OrderRow> {
  /** The name of the group, or `root`. */
  readonly level: string
}

export interface OrderRow {
  readonly name: string
  readonly type: ListedType
  /** The position in the draw order, from 0 at the back. */
  readonly z: number
}

/** Area and length of one entity, exact for arcs and curves. */
export interface MeasuredEntity {
  readonly name: string
  /** `null` for an open shape. */
  readonly area: number | null
  readonly length: number
  /** The direction of a line, or the sweep of an arc, in radians. `null` for everything else. */
  readonly angle: number | null
  readonly units: Units
}

/** The distance between two entities. */
export interface MeasuredPair {
  readonly name: string
  readonly other: string
  /** The shortest distance. */
  readonly distance: number
  /** A point on each entity, at this distance from each other. */
  readonly points: readonly [ScenePoint, ScenePoint]
  /** Angle from one line to the other, in radians; `null` unless both are lines. */
  readonly angle: number | null
  readonly units: Units
}

/** The distance between two points. */
export interface MeasuredDistance {
  readonly points: readonly [ScenePoint, ScenePoint]
  readonly distance: number
  readonly distances?: undefined
  /** The direction from the first to the second, in radians. */
  readonly angle: number
  readonly units: Units
}

/** The angle at the second of three points. */
export interface MeasuredAngle {
  readonly points: readonly [ScenePoint, ScenePoint, ScenePoint]
  readonly distance?: undefined
  /** Distances from the second point to the first and to the third. */
  readonly distances: readonly [number, number]
  /** Angle from the first point to the third, in radians. */
  readonly angle: number
  readonly units: Units
}

/** All about one entity, under the names of `getEntity` in scripts, in camelCase. `type` distinguishes the kinds. */
export type EntityDetails = { readonly [Type in EntityType]: EntityOfType<Type> }[EntityType]

export interface EntityOfType<Type extends EntityType> extends Shortened {
  readonly name: string
  readonly type: Type
  /** The group that contains the entity. */
  readonly parent: string | null
  /** The names of the children, back to front. Only for groups. */
  readonly children: readonly string[]
  /** The effective style, inherited or the entity's own. */
  readonly style: EntityStyle
  readonly layer: string
  /** The position among its siblings, from 0 at the back. */
  readonly zOrder: number
  /** Shape and bounds in the entity's own coordinates, before `transform`. */
  readonly local: {
    readonly geometry: Geometries[Type]
    /** Details of a text; absent for other entities. */
    readonly text?: TextDetails | undefined
    /** Only for dimensions, hatches, leaders and notes: the data of the group, by its kind. */
    readonly annotation?: { readonly [kind: string]: unknown } | undefined
    /** Only for instances of blocks. */
    readonly instance?: InstanceDetails | undefined
    readonly transform: TransformDetails
    readonly pivot: ScenePoint
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
  readonly line: number
  readonly column: number
}

/** An answer in which long lists are cut. */
export interface Shortened {
  /** Number of entries left out of each list, by its JSON pointer. Absent if all lists are complete. */
  readonly omitted?: { readonly [pointer: string]: number } | undefined
}

/** The geometry of each type of entity. Angles are radians, counter-clockwise. */
export interface Geometries {
  group: null
  circle: { readonly center: ScenePoint; readonly radius: number }
  rect: { readonly center: ScenePoint; readonly width: number; readonly height: number }
  line: CountedVertices & { readonly points: readonly ScenePoint[] }
  polygon: CountedVertices & {
    readonly points: readonly ScenePoint[]
    readonly holes: readonly (readonly ScenePoint[])[]
    /** Number of all holes, of which only the first are listed. Absent if all are. */
    readonly holeCount?: number | undefined
  }
  arc: {
    readonly center: ScenePoint
    readonly radius: number
    readonly startAngle: number
    readonly endAngle: number
  }
  ellipse: { readonly center: ScenePoint; readonly radii: ScenePoint; readonly rotation: number }
  /** SVG path data with absolute commands, y upwards; long data is cut after 600 bytes, ends with `…`, and is counted. */
  path: { readonly data: string; readonly counts?: PathCounts | undefined }
  instance: null
}

/** The block of an instance, and the instance's own data. */
export interface InstanceDetails {
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
  readonly subpaths: number
  readonly closed: number
  readonly lines: number
  readonly curves: number
  readonly arcs: number
}

export interface EntityStyle {
  readonly fill: Rgba | null
  readonly stroke: {
    readonly color: Rgba
    readonly width: number
    readonly dash: readonly number[]
    readonly cap: 'butt' | 'round' | 'square'
    readonly join: 'miter' | 'round' | 'bevel'
  } | null
}

export interface TransformDetails {
  readonly translate: ScenePoint
  readonly rotation: number
  readonly scale: ScenePoint
  /** The rows of the linear part, if it contains a shear; rotation and scale are then only approximations. */
  readonly matrix?: readonly [ScenePoint, ScenePoint] | undefined
}

/** The source of a text. */
export interface TextDetails {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly size: number
  readonly align: 'left' | 'center' | 'right'
  /** The font of the text. Absent for the built-in one. */
  readonly font?: string | undefined
  readonly capHeight: number
  readonly lineHeight: number
}

/** The entities that differ, with the number of each kind of change. */
export interface SceneDifference extends Page<DifferenceRow>, Shortened {
  /** Start of the comparison, as given; `null` if it was omitted. */
  readonly from: string | null
  readonly to: string | null
  readonly added: number
  readonly removed: number
  readonly changed: number
}

export interface DifferenceRow {
  readonly name: string
  readonly change: 'added' | 'removed' | 'changed'
  readonly type: ListedType
  /** The aspects that changed. Only for an entity in both scenes. */
  readonly what?: ChangedAspects | undefined
}

export interface ChangedAspects {
  readonly type?: FromTo<EntityType> | undefined
  readonly geometry?: FromTo<Geometries[EntityType]> | undefined
  readonly transform?: FromTo<TransformDetails & { readonly pivot: ScenePoint }> | undefined
  readonly style?: FromTo<EntityStyle> | undefined
  readonly layer?: FromTo<string> | undefined
  readonly text?: FromTo<TextDetails | null> | undefined
  readonly group?: FromTo<string | null> | undefined
  /** The position among the siblings. Only if nothing else differs. */
  readonly order?: FromTo<number> | undefined
}

export interface FromTo<Value> {
  readonly from: Value
  readonly to: Value
}
