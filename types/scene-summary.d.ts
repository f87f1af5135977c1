// A committed scene in a few lines.

/** A box in the scene's unit, y up. */
export interface Bounds {
  readonly min: readonly [x: number, y: number]
  readonly max: readonly [x: number, y: number]
}

/** Length units of a scene. 1 px is 1/96 in. */
export type Units = 'mm' | 'cm' | 'm' | 'in' | 'ft' | 'px'

/** A scene in under 2 kB, however large it is. Ask {@link Project.inspect} for names and details. */
export interface DrawnScene {
  /** Number of shapes and groups. */
  readonly entities: number
  readonly groups: number
  /** Exact, without stroke width; `null` for an empty scene. */
  readonly bounds: Bounds | null
  readonly units: Units
  /** Names of the first layers. */
  readonly layers: readonly string[]
  /** How many more layers there are. Absent when `layers` has them all. */
  readonly moreLayers?: number | undefined
  /** The parameters that have other values than in the code. Absent where none have. */
  readonly parameters?: { readonly [name: string]: number | string | boolean } | undefined
}

/** Summary of a committed scene. */
export interface SceneSummary extends DrawnScene {
  /** Id of this state of the scene: that of the commit that it came from, or one of its own after a run. */
  readonly sceneId: string
}

/** The scene of a commit. */
export interface CommittedScene extends SceneSummary {
  readonly changes: SceneChanges
}

/** The scene that a checked change would draw. */
export interface CheckedScene extends DrawnScene {
  readonly changes: SceneChanges
}

/** The entities that are different from the scene before. */
export interface SceneChanges {
  readonly added: NameList
  readonly removed: NameList
  readonly changed: NameList
  /** The same in words of geometry, a line for each thing that changed: `hole: Ø6 → Ø10`, `4 holes added (Ø6)`. */
  readonly drawing: readonly string[]
  /** How many more lines there are. Absent when `drawing` has them all. */
  readonly moreDrawing?: number | undefined
}

/** The first names of a list, and how many there are. */
export interface NameList {
  /** Number of all names. */
  readonly total: number
  /** The first of them. */
  readonly names: readonly string[]
}
