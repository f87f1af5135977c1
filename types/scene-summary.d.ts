// A committed scene in a few lines.

/** A box in the scene's unit, y up. */
export interface Bounds {
  /** The corner with the least x and y. */
  readonly min: readonly [x: number, y: number]
  /** The corner with the greatest x and y. */
  readonly max: readonly [x: number, y: number]
}

/** Length units of a scene. 1 px is 1/96 in. */
export type Units = 'mm' | 'cm' | 'm' | 'in' | 'ft' | 'px'

/** A summary of a scene in under 2 kB, however large the scene is. Use {@link Project.inspect} for names and details. */
export interface DrawnScene {
  /** Number of shapes and groups. */
  readonly entities: number
  /** Number of groups. */
  readonly groups: number
  /** The exact bounds, without stroke width; `null` for an empty scene. */
  readonly bounds: Bounds | null
  /** The unit of the scene. */
  readonly units: Units
  /** Names of the first layers. */
  readonly layers: readonly string[]
  /** Number of layers left out of `layers`. Absent if there are none. */
  readonly moreLayers?: number | undefined
  /** The parameters whose values differ from the code. Absent if there are none. */
  readonly parameters?: { readonly [name: string]: number | string | boolean } | undefined
}

/** Summary of a committed scene. */
export interface SceneSummary extends DrawnScene {
  /** Id of this state of the scene: the id of its commit, or a separate id after a run. */
  readonly sceneId: string
}

/** The scene of a commit. */
export interface CommittedScene extends SceneSummary {
  /** The differences from the scene before. */
  readonly changes: SceneChanges
}

/** The scene that a checked change would draw. */
export interface CheckedScene extends DrawnScene {
  /** The differences from the scene before. */
  readonly changes: SceneChanges
}

/** The differences from the previous scene. */
export interface SceneChanges {
  /** Names of the entities that were added. */
  readonly added: NameList
  /** Names of the entities that were removed. */
  readonly removed: NameList
  /** Names of the entities that were changed. */
  readonly changed: NameList
  /** The changes described as geometry, one line each: `hole: Ø6 → Ø10`, `4 holes added (Ø6)`. */
  readonly drawing: readonly string[]
  /** Number of lines left out of `drawing`. Absent if there are none. */
  readonly moreDrawing?: number | undefined
}

/** The first names of a list, and the number of all. */
export interface NameList {
  /** Number of all names. */
  readonly total: number
  /** The first names. */
  readonly names: readonly string[]
}
