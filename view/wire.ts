/** The scene as `crates/export/src/view.rs` writes it. */
export interface SceneWire {
  readonly units: string
  readonly bounds: Box | null
  /** The paper that the drawing is on, where it has one. */
  readonly page?: Box | null
  /** How much larger the drawing is than on paper: 50 for 1:50. */
  readonly scale?: number
  /** The sheets of a drawing with several of them; `page` is then one of them. */
  readonly sheets?: readonly SheetWire[]
  readonly layers: readonly LayerWire[]
  readonly styles: readonly StyleWire[]
  readonly files: readonly string[]
  readonly entities: readonly EntityWire[]
  /** Absent or empty where scripts have none. */
  readonly parameters?: readonly ParameterWire[]
}

/** A sheet of paper that shows a part of the world. */
export interface SheetWire {
  readonly name: string
  readonly box: Box
  readonly scale?: number
  /** The names of what is on this sheet alone, such as its frame: other sheets that show the same place leave it out. */
  readonly notes?: readonly string[]
}

/** Least x and y, greatest x and y. */
export type Box = readonly [minX: number, minY: number, maxX: number, maxY: number]

export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

export type Point = readonly [x: number, y: number]

export interface LayerWire {
  readonly name: string
  readonly color: string | null
  readonly linetype?: string
  /** In millimetres on paper; absent for the fine pen. */
  readonly lineweight?: number
  readonly visible: boolean
  readonly locked: boolean
}

export interface StyleWire {
  readonly fill?: string
  readonly stroke?: {
    readonly color: string
    readonly width: number
    readonly dash?: readonly number[]
    readonly cap: 'butt' | 'round' | 'square'
    readonly join: 'miter' | 'round' | 'bevel'
  }
}

export interface EntityWire {
  readonly name: string
  readonly type: string
  /** The position of the group that it is in. */
  readonly in?: number
  readonly layer: number
  readonly style?: number
  readonly matrix?: Matrix
  readonly geometry?: GeometryWire
  readonly even_odd?: boolean
  readonly text?: string
  readonly bounds?: Box
  /** The file's position, line and column, where they are known without a run. */
  readonly at?: readonly [file: number, line: number, column: number]
}

export interface GeometryWire {
  readonly center?: Point
  readonly radius?: number
  readonly width?: number
  readonly height?: number
  readonly radii?: Point
  readonly rotation?: number
  readonly start_angle?: number
  readonly end_angle?: number
  readonly points?: readonly Point[]
  readonly holes?: readonly (readonly Point[])[]
  readonly data?: string
}

/** A parameter of the scripts that a person may set. */
export interface ParameterWire {
  readonly name: string
  readonly value: number | string | boolean
  /** The value in the code. */
  readonly default?: number | string | boolean
  readonly min?: number
  readonly max?: number
  readonly step?: number
  readonly label?: string
  /** The unit of the value, such as `mm`. */
  readonly unit?: string
  /** The heading that it stands under. */
  readonly group?: string
  readonly choices?: readonly (number | string)[]
}

/** Values of parameters under the names that a person gave them. */
export type ParameterSetsWire = { readonly [set: string]: { readonly [parameter: string]: number | string | boolean } }

/** The answer of a tool, and how the call ended. */
export interface Answer {
  readonly status: string
  readonly answer: {
    readonly success: boolean
    readonly data?: unknown
    readonly error?: string
    readonly errorInfo?: ErrorWire
    readonly warnings?: readonly string[]
    readonly logs?: readonly string[]
  }
  readonly text?: string
}

export interface ErrorWire {
  readonly kind: string
  readonly message: string
  readonly file?: string
  readonly line?: number
  readonly column?: number
  readonly frame?: string
  readonly hint?: string
  /** The entities that a broken rule is about, where it names them. */
  readonly entities?: readonly string[]
}

/** The output of scripts, and the commit of the scene that they drew. */
export interface OutputWire {
  readonly transactionId: string | null
  readonly lines: readonly { readonly level: string; readonly message: string }[]
}

/** The call that drew an entity. */
export interface PlaceWire {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** The measured values of a dimension, as a question about it answers. */
export interface DimensionWire {
  readonly measures: readonly {
    /** One member, whose name says what is measured. */
    readonly kind: { readonly [kind: string]: unknown }
    /** A length as it is written, or radians. */
    readonly value: number
  }[]
}

/** A change in the history. */
export interface HistoryRow {
  readonly id: string
  readonly time: string
  readonly tool?: string
  readonly message: string
  readonly by?: 'tool' | 'person' | 'parameter'
  readonly undone?: boolean
  /** The commit that this one reverses. */
  readonly undoes?: string
  readonly files?: readonly { readonly file: string; readonly change: string; readonly to?: string }[]
  /** The changes of the drawing, one line each, in the words of a drafter: `hole: Ø6 → Ø10`. */
  readonly scene?: { readonly drawing?: readonly string[] }
}

/** A change by hand as it would be in the code. */
export type ProposalWire =
  | {
      readonly type: 'code'
      readonly file: string
      readonly line: number
      readonly before: string
      readonly after: string
      /** A further fact that a person should know about the proposal. */
      readonly note?: string
    }
  | {
      readonly type: 'parameters'
      readonly values: { readonly [name: string]: number }
      readonly note?: string
    }
  | { readonly type: 'none'; readonly reason: string; readonly file?: string; readonly line?: number }

/** A change that a person makes by hand. */
export type ProposalQuestion =
  | { readonly parameter: string; readonly value: number | string | boolean }
  | { readonly entity: string; readonly measures: { readonly [property: string]: number } }
  /** The value that a dimension is to show, by its position in the dimension. */
  | { readonly entity: string; readonly value: number; readonly index: number }
  /** A new dimension of a shape. */
  | { readonly entity: string; readonly dimension: ShapeDimension }
  /** A point of a line or a polygon, by its position among the points. */
  | { readonly entity: string; readonly point: number; readonly from: Point; readonly to: Point }
  | { readonly from: Point; readonly to: Point }

/** The use of a layer's shapes by a machine. */
export type LayerUse = 'keep' | 'cut' | 'engrave' | 'score' | 'omit'

/** A person's choices for a written drawing. */
export interface ExportWish {
  readonly format: string
  readonly layers: { readonly [layer: string]: LayerUse }
  /** The width of the cut in millimetres; 0 for none. */
  readonly kerf: number
  /** Absent for the unit of the drawing. */
  readonly units?: string | undefined
  /** Leaves out outlines that lie on others. */
  readonly dedupe: boolean
  readonly text: 'outlines' | 'text'
  /** Absent for the page of the drawing, if it has one. */
  readonly page?:
    | { readonly size: string; readonly orientation: 'portrait' | 'landscape'; readonly scale?: string | undefined }
    | undefined
}

/** A file that was made, with the drawing that is in it. */
export interface ExportPreview {
  readonly id: string
  readonly format: string
  readonly bytes: number
  readonly kerf?: { readonly compensated: number; readonly open: number; readonly kept: number }
  /** Dimensions and notes that are left out of layers that are cut or scored. */
  readonly notes?: number
  readonly doubles: number
  readonly profile: string
  readonly findings: readonly FindingWire[]
  readonly total: number
  readonly errors: number
  readonly warnings: readonly string[]
  readonly scene: SceneWire
}

/** One fault at one place, which a workshop would send back. */
export interface FindingWire {
  readonly rule: string
  readonly severity: 'error' | 'warning'
  readonly message: string
  readonly entities: readonly string[]
  readonly layer: string
  readonly at: Point
  readonly measured?: number
  readonly limit?: number
}

/** A rule that the drawing is held to; margins and severity where the project gives them. */
export interface RuleWire {
  readonly name: string
  readonly message?: string
  readonly file: string
  readonly line: number
  /** A rule that warns does not refuse the change that breaks it. */
  readonly severity?: 'warn'
  /** The measured value beside the demanded one, such as `3.2 of ≥ 3`. */
  readonly margin?: string
  /** How the drawing breaks a rule that warns. */
  readonly broken?: string
  readonly entities?: readonly string[]
}

/** The pages that a person may switch between, and which of them this is. */
export interface PagesWire {
  readonly pages: readonly { readonly name: string; readonly url: string }[]
  readonly current: number
}

/** A fork of the project, in which something is tried. */
export interface ForkWire {
  readonly name: string
  readonly message?: string
  /** In milliseconds since 1970 UTC. */
  readonly madeAt: number
  readonly isMerged: boolean
}

/** The scene that a fork draws, with a line for each difference from the project. */
export interface ForkSceneWire {
  readonly drawing: readonly string[]
  readonly scene: SceneWire
}

/** The dimensions of one shape that a person may ask for. */
export type ShapeDimension = 'horizontal' | 'vertical' | 'radius' | 'diameter'
