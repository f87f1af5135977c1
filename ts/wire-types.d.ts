// Types of what crosses the binding, written by `npm run generate` from the schemas in crates/*/schemas. Do not edit.

/** A call that succeeded: how it ends, its data, and the parts of its envelope that are always there. */
export interface Outcome<Status, Data, Has = never> {
  readonly status: Status
  readonly data: Data
  readonly has: Has
}

export type DoctorReport = {
  readonly version: string
  readonly platform: {
    readonly os: string
    readonly arch: string
  }
  readonly engine: string
  readonly runner: {
    readonly path: string
    readonly ok: boolean
    readonly protocol: number
    readonly startMs?: number
    readonly error?: string
    readonly hint?: string
  }
  readonly isolation: {
    readonly process: boolean
    readonly deadlineByKill: boolean
    readonly memoryLimit: boolean
    readonly layers?: readonly {
      readonly name: string
      readonly active: boolean
      readonly detail: string
    }[]
    readonly attempts?: readonly ({
      readonly what: string
      readonly refused: string | null
    })[]
  }
  readonly limits: { readonly [name: string]: number }
  readonly fonts: {
    readonly builtIn: string
    readonly families: number
    readonly some: readonly string[]
    readonly hangul: string | null
  }
}

/** An exported file, whose bytes are beside the answer. */
export type WholeExport = Committed & {
  readonly format: 'svg' | 'png' | 'dxf' | 'pdf' | 'json'
  readonly bytes: number
}

export type Sets = {
  readonly sets: ParameterSets
}

export type SavedSets = Committed & {
  readonly sets: ParameterSets
}

/** A run with values of parameters that changes nothing; its picture is returned beside the answer. */
export type Variant = {
  /** A hash of the code and of the settings. */
  readonly code: string
  readonly parameters: { readonly [name: string]: ParameterValue }
  readonly measures?: Measures
  readonly violations: readonly BrokenRule[]
  readonly lint?: {
    readonly profile: 'laser' | 'cnc' | 'print' | 'drawing'
    readonly errors: number
    readonly warnings: number
  }
  readonly warnings: readonly string[]
  readonly warningCodes: readonly string[]
  readonly error?: ErrorInfo
}

export type Measures = ReportTotals & {
  readonly entities: number
  readonly width?: number
  readonly height?: number
  readonly units: Units
}

/** A file of the exports folder, whose bytes are beside the answer. */
export type ReadExport = {
  readonly path: string
  readonly bytes: number
}

/** Rows of the scene before that are replaced, and how many of the new ones stand in their place. */
export type PatchRun = {
  readonly start: number
  readonly removed: number
  readonly added: number
}

/** The differences of a scene from the one that a page shows. */
export type ScenePatch = {
  /** The rows that are replaced, in their order. */
  readonly runs: readonly PatchRun[]
  /** The positions that the layers of rows that stay have now, -1 for one that is gone; absent where all are the same. */
  readonly layers?: readonly number[]
  /** The positions of their styles, in the same way. */
  readonly styles?: readonly number[]
}

/** The scene for a page; the scene itself, or what a patch has of it, is the picture of the answer, as JSON. */
export type View = {
  readonly transactionId: string
  /** The name of this state of the scene. */
  readonly version: string
  /** The page shows this version already; it is not sent again. */
  readonly same?: boolean
  /** The way from the version that the page shows to this one. */
  readonly patch?: ScenePatch
  readonly bytes?: number
  readonly entities?: number
}

/** The committed scene beside a saved one; a picture or the text of the scene is beside the answer. */
export type Comparison = Committed & {
  /** Nothing differs; absent without a saved scene. */
  readonly same?: boolean
  /** A line for each difference, from the saved scene to the committed one. */
  readonly drawing?: readonly string[]
}

/** Calls of the host that are no tools, by the methods of the binding. */
export interface ProjectCalls {
  readonly summary: Outcome<'ok', SceneOfCommit, 'commitId'>
  readonly exportWhole: Outcome<'ok', WholeExport, 'commitId'>
  readonly readExport: Outcome<'ok', ReadExport, 'commitId'>
  readonly view: Outcome<'ok', View, 'commitId'>
  readonly compare: Outcome<'ok', Comparison, 'commitId'>
  readonly report: Outcome<'ok', Report, 'commitId'>
  readonly parameterSets: Outcome<'ok', Sets, 'commitId'>
  readonly putParameterSet: Outcome<'committed', SavedSets, 'timings' | 'commit'>
  readonly variant: Outcome<'ok', Variant>
  readonly restore: Outcome<'ok', ApplyData>
  readonly purgeHistory: Outcome<'ok', Purged, 'commitId'>
}

export type ProjectEvent = CommitEvent | RevertEvent | LogEvent | ProgressEvent | DiskEvent | StaleEvent

export type CommitEvent = Committed & {
  readonly type: 'commit'
  readonly tool: string
  readonly message: string
  readonly undoes?: string
  readonly origin: 'call' | 'session' | 'process'
  readonly callId?: number
  /** The history has this commit: a run that changed no value has no commit. */
  readonly isRecorded: boolean
  /** An undo without an id reverses something now. */
  readonly canUndo: boolean
  /** A redo without an id makes something again now. */
  readonly canRedo: boolean
  readonly files: readonly NamedChange[]
  readonly scene: CommittedScene | null
  readonly changes?: Changes
  readonly omitted?: Omitted
}

export type RevertEvent = {
  readonly type: 'revert'
  readonly callId: number
  readonly files: readonly NamedChange[]
  readonly error: ErrorInfo
}

export type LogEvent = {
  readonly type: 'log'
  readonly callId: number
  readonly level: 'log' | 'info' | 'warn' | 'error'
  readonly message: string
}

/** A step of a call that takes its time. */
export type ProgressEvent = {
  readonly type: 'progress'
  readonly callId: number
  readonly step: 'run' | 'script' | 'compare' | 'commit' | 'draw' | 'export'
  readonly message: string
}

/** Files were edited by hand, and the project runs with them. */
export type DiskEvent = Committed & {
  readonly type: 'disk'
  readonly files: readonly NamedChange[]
  readonly scene: CommittedScene | null
  readonly omitted?: Omitted
}

/** Files were edited by hand, and the project does not run with them: the previous scene stays. */
export type StaleEvent = {
  readonly type: 'stale'
  readonly transactionId?: string
  readonly files: readonly NamedChange[]
  readonly error: ErrorInfo
}

export type ApplyData = SceneChange & {
  readonly files: readonly NamedChange[]
}

export type CheckData = {
  readonly files: readonly NamedChange[]
  readonly scene?: ChangedScene
  readonly picture?: Drawn
}

export type DescribeData = {
  readonly text: string
}

export type EditData = SceneChange & {
  readonly file: string
  readonly replaced: true
  readonly replacements: number
}

/** A file that was written to `path`, or is the `content`; a picture is beside the answer. */
export type ExportData = ExportedFile & Committed & {
  readonly path?: string
}

export type ExportedFile = {
  readonly format: 'svg' | 'png' | 'dxf' | 'pdf' | 'json'
  readonly bytes: number
  readonly content?: string
  readonly encoding?: 'base64'
}

export type GlobData = {
  readonly total: number
  readonly files: readonly ({
    readonly name: string
    readonly source: 'user' | 'builtin'
    readonly sizeBytes: number
    readonly modifiedMs?: number
  })[]
  /** The files of `assets/`, which scripts read by these paths; absent without any. */
  readonly assets?: readonly {
    readonly path: string
    readonly sizeBytes: number
  }[]
}

export type GrepData = {
  readonly matches: readonly {
    readonly file: string
    readonly line: number
    readonly text: string
  }[]
  readonly truncated: boolean
}

export type HistoryData = Page & {
  readonly rows: readonly (HistoryRow & {
    readonly files: readonly NamedChange[]
    readonly ofFolder?: true
  })[]
}

export type InspectData = InfoView | TreeView | EntityView | BoundsView | OrderView | MeasuredEntity | MeasuredPair | MeasuredDistance | MeasuredAngle | AtView | DifferenceView | ParametersView | RulesView | LintView | ReportView

export type EntityType = 'group' | 'circle' | 'rect' | 'line' | 'polygon' | 'arc' | 'ellipse' | 'path' | 'instance'

export type ParameterValue = number | boolean | string

export type ParametersView = Page & {
  readonly rows: readonly {
    readonly name: string
    readonly value: ParameterValue
    readonly default: ParameterValue
    readonly min?: number
    readonly max?: number
    readonly step?: number
    readonly label?: string
    readonly unit?: string
    readonly group?: string
    readonly choices?: readonly ParameterValue[]
  }[]
  readonly sets?: ParameterSets
}

/** Values of parameters by the names of sets. */
export type ParameterSets = { readonly [name: string]: { readonly [name: string]: ParameterValue } }

export type ReportView = Report & {
  readonly total?: number
  readonly next?: {
    readonly offset: number
    readonly left: number
  }
}

/** The work and material that a drawing takes. */
export type Report = {
  readonly units: {
    readonly length: Units
    readonly area: string
    readonly mass: 'kg'
    readonly time: 's'
    readonly currency?: string
  }
  readonly parts: readonly ReportPart[]
  readonly layers: readonly ReportLayer[]
  readonly processes: readonly ReportProcess[]
  readonly materials: readonly ReportMaterial[]
  readonly sheets: readonly ReportSheet[]
  readonly cost?: ReportCost
  readonly totals: ReportTotals
  readonly missing: readonly ReportMissing[]
}

export type ReportPart = {
  readonly block: string
  readonly attributes: { readonly [name: string]: string }
  readonly count: number
  readonly cutLength: number
  readonly area: number
  readonly material?: string
  readonly thickness?: number
  readonly mass?: number
}

export type ReportLayer = {
  readonly layer: string
  readonly process: 'cut' | 'engrave' | 'score' | 'none'
  readonly material?: string
  readonly thickness?: number
  readonly paths: number
  readonly cutLength: number
  readonly pierces: number
  readonly rapidLength: number
  readonly cutTime?: number
  readonly pierceTime?: number
  readonly rapidTime?: number
  readonly time?: number
}

export type ReportProcess = {
  readonly process: 'cut' | 'engrave' | 'score'
  readonly paths: number
  readonly cutLength: number
  readonly pierces: number
  readonly rapidLength: number
  readonly time?: number
}

export type ReportMaterial = {
  readonly material?: string
  readonly thickness?: number
  readonly outlines: number
  readonly holes: number
  readonly area: number
  readonly mass?: number
}

export type ReportSheet = {
  readonly name?: string
  readonly width: number
  readonly height: number
  readonly area: number
  readonly outlines: number
  readonly usedArea: number
  readonly used: number
}

export type ReportCost = {
  readonly currency: string
  readonly lines: readonly {
    readonly item: string
    readonly quantity: number
    readonly unit: string
    readonly rate: number
    readonly amount: number
  }[]
  readonly total: number
  readonly complete: boolean
}

export type ReportTotals = {
  readonly parts: number
  readonly cutLength: number
  readonly pierces: number
  readonly rapidLength: number
  readonly time?: number
  readonly area: number
  readonly mass?: number
  readonly sheetUse?: number
  readonly cost?: number
}

export type ReportMissing = {
  readonly what: 'rates' | 'process' | 'speed' | 'rapidSpeed' | 'pierceTime' | 'material' | 'thickness' | 'density' | 'area' | 'sheets'
  readonly of: string
  readonly message: string
}

export type RulesView = Page & {
  readonly rows: readonly {
    readonly name: string
    readonly message?: string
    readonly file: string
    readonly line: number
    readonly column: number
    readonly margin?: string
    readonly severity?: 'warn'
    readonly broken?: string
  }[]
}

export type LintView = {
  readonly profile: 'laser' | 'cnc' | 'print' | 'drawing'
  readonly findings: readonly Finding[]
  readonly total: number
  readonly errors: number
  readonly next?: {
    readonly offset: number
    readonly left: number
  }
}

export type Finding = {
  readonly rule: string
  readonly severity: 'error' | 'warning'
  readonly message: string
  readonly entities: readonly string[]
  readonly layer: string
  readonly at: Point
  readonly measured?: number
  readonly limit?: number
  readonly fix?: 'join' | 'drop' | 'outline'
}

export type InfoView = SceneOfCommit & {
  readonly types: {
    readonly group?: number
    readonly circle?: number
    readonly rect?: number
    readonly line?: number
    readonly polygon?: number
    readonly arc?: number
    readonly ellipse?: number
    readonly path?: number
    readonly instance?: number
    readonly text?: number
    readonly dimension?: number
    readonly hatch?: number
    readonly leader?: number
    readonly note?: number
  }
  readonly files: readonly string[]
  readonly sheets?: readonly {
    readonly name: string
    readonly size: string
    readonly bounds: Bounds
  }[]
}

export type TreeView = Page & {
  readonly rows: readonly {
    readonly name: string
    readonly type: EntityType
    readonly depth: number
    readonly children?: number
  }[]
}

export type BoundsView = {
  readonly name: string | null
  readonly bounds: Bounds | null
  readonly size: Point | null
  readonly center: Point | null
  readonly units: Units
}

export type OrderView = Page & {
  readonly rows: readonly {
    readonly name: string
    readonly type: EntityType
    readonly z: number
  }[]
  readonly level: string
}

export type MeasuredEntity = {
  readonly name: string
  readonly area: number | null
  readonly length: number
  readonly angle: number | null
  readonly units: Units
}

export type MeasuredPair = {
  readonly name: string
  readonly other: string
  readonly distance: number
  readonly points: TwoPoints
  readonly angle: number | null
  readonly units: Units
}

export type MeasuredDistance = {
  readonly points: TwoPoints
  readonly distance: number
  readonly angle: number
  readonly units: Units
}

export type MeasuredAngle = {
  readonly points: ThreePoints
  readonly distances: Point
  readonly angle: number
  readonly units: Units
}

export type TwoPoints = readonly [Point, Point]

export type ThreePoints = readonly [Point, Point, Point]

export type AtView = Page & {
  readonly rows: readonly string[]
}

export type DifferenceView = Page & {
  readonly rows: readonly ({
    readonly name: string
    readonly change: 'added' | 'removed' | 'changed'
    readonly type: EntityType
    readonly what?: ChangedAspects
  })[]
  readonly from: string | null
  readonly to: string | null
  readonly added: number
  readonly removed: number
  readonly changed: number
}

export type ChangedAspects = {
  readonly type?: {
    readonly from: EntityType
    readonly to: EntityType
  }
  readonly geometry?: {
    readonly from: Geometry
    readonly to: Geometry
  }
  readonly transform?: {
    readonly from: PivotedTransform
    readonly to: PivotedTransform
  }
  readonly style?: {
    readonly from: EntityStyle
    readonly to: EntityStyle
  }
  readonly layer?: {
    readonly from: string
    readonly to: string
  }
  readonly text?: {
    readonly from: EntityText | null
    readonly to: EntityText | null
  }
  readonly group?: {
    readonly from: string | null
    readonly to: string | null
  }
  readonly order?: {
    readonly from: number
    readonly to: number
  }
}

/** All about one entity; `type` decides which fields it has. */
export type EntityView = GroupEntity | CircleEntity | RectEntity | LineEntity | PolygonEntity | ArcEntity | EllipseEntity | PathEntity | InstanceEntity

/** The call that drew an entity; line and column from 1, the column in UTF-16 code units. */
export type SourcePlace = {
  readonly file: string
  readonly line: number
  readonly column: number
}

export type Entity = {
  readonly place?: SourcePlace
  readonly name: string
  readonly parent: string | null
  readonly children: readonly string[]
  readonly style: EntityStyle
  readonly layer: string
  readonly z_order: number
  readonly world: {
    readonly bounds: EntityBounds | null
    readonly center: Point | null
  }
}

export type Local = {
  readonly text?: EntityText
  readonly annotation?: { readonly [name: string]: unknown }
  readonly transform: Transform
  readonly pivot: Point
  readonly bounds: EntityBounds | null
}

export type GroupEntity = Entity & {
  readonly type: 'group'
  readonly local: Local & {
    readonly geometry: null
  }
}

export type InstanceEntity = Entity & {
  readonly type: 'instance'
  readonly local: Local & {
    readonly geometry: null
    readonly instance: {
      readonly block: string
      readonly attributes?: readonly {
        readonly tag: string
        readonly value: string
      }[]
    }
  }
}

export type CircleEntity = Entity & {
  readonly type: 'circle'
  readonly local: Local & {
    readonly geometry: Circle
  }
}

export type RectEntity = Entity & {
  readonly type: 'rect'
  readonly local: Local & {
    readonly geometry: Rect
  }
}

export type LineEntity = Entity & {
  readonly type: 'line'
  readonly local: Local & {
    readonly geometry: Line
  }
}

export type PolygonEntity = Entity & {
  readonly type: 'polygon'
  readonly local: Local & {
    readonly geometry: Polygon
  }
}

export type ArcEntity = Entity & {
  readonly type: 'arc'
  readonly local: Local & {
    readonly geometry: Arc
  }
}

export type EllipseEntity = Entity & {
  readonly type: 'ellipse'
  readonly local: Local & {
    readonly geometry: Ellipse
  }
}

export type PathEntity = Entity & {
  readonly type: 'path'
  readonly local: Local & {
    readonly geometry: Path
  }
}

export type Geometry = Circle | Rect | Line | Polygon | Arc | Ellipse | Path | null

export type Circle = {
  readonly center: Point
  readonly radius: number
}

export type Rect = {
  readonly center: Point
  readonly width: number
  readonly height: number
}

export type Line = {
  readonly points: Points
  readonly vertex_count?: number
}

export type Polygon = {
  readonly points: Points
  readonly holes: readonly (Points | Rest)[]
  readonly vertex_count?: number
  readonly hole_count?: number
}

export type Arc = {
  readonly center: Point
  readonly radius: number
  readonly start_angle: number
  readonly end_angle: number
}

export type Ellipse = {
  readonly center: Point
  readonly radii: Point
  readonly rotation: number
}

export type Path = {
  readonly data: string
  readonly counts?: {
    readonly subpaths: number
    readonly closed: number
    readonly lines: number
    readonly curves: number
    readonly arcs: number
  }
}

export type Points = readonly (Point | Rest)[]

export type EntityBounds = {
  readonly min_x: number
  readonly min_y: number
  readonly max_x: number
  readonly max_y: number
}

export type Transform = {
  readonly translate: Point
  readonly rotation: number
  readonly scale: Point
  readonly matrix?: TwoPoints
}

export type PivotedTransform = Transform & {
  readonly pivot: Point
}

export type EntityText = {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly size: number
  readonly align: 'left' | 'center' | 'right'
  readonly font?: string
  readonly cap_height: number
  readonly line_height: number
}

export type Rgba = readonly [number, number, number, number]

export type EntityStyle = {
  readonly fill: Rgba | null
  readonly stroke: Stroke | null
}

export type Stroke = {
  readonly color: Rgba
  readonly width: number
  readonly dash: readonly (number | Rest)[]
  readonly cap: 'butt' | 'round' | 'square'
  readonly join: 'miter' | 'round' | 'bevel'
}

export type MultiEditData = EditData

export type ReadData = {
  readonly file: string
  readonly code: string
  readonly source: 'user' | 'builtin'
  readonly startLine: number
  readonly numLines: number
  readonly totalLines: number
}

export type RedoData = ApplyData & {
  readonly redone: string
}

export type RenderData = Committed & Drawn & {
  readonly bytes: number
}

export type RunData = {
  readonly scene: CommittedScene
}

export type UndoData = ApplyData & {
  readonly undone: string
}

export type WriteData = EditData & {
  readonly created: boolean
}

/** The number of entries that the lists of an answer lack, by their JSON pointers. Each of these lists ends with a sentence. */
export type Omitted = { readonly [name: string]: number }

/** The sentence at the end of a list that was cut. */
export type Rest = `… and ${number} more`

export type Notes = {
  readonly warnings?: readonly string[]
  readonly logs?: readonly string[]
  /** The reason why the present files give no scene; the answer is about the previous scene. */
  readonly stale?: ErrorInfo
}

/** The answer object of a call that succeeded. */
export type Success = Notes & {
  readonly success: true
  /** The data, as the schema of the call defines it. */
  readonly data: unknown
}

/** The answer object of a call that failed, as it crosses the binding. */
export type Failure = Notes & {
  readonly success: false
  /** `null` for a call that the library refused by itself. */
  readonly data: FailureData | null
  /** A sentence, which begins with the place if it has one. */
  readonly error: string
  readonly errorInfo: ErrorInfo
}

/** The refusal as sent to a client: `error` has the message, and the text beside it the frame and the stack. */
export type SentFailure = Notes & {
  readonly success: false
  readonly data: FailureData | null
  readonly error: string
  readonly errorInfo: {
    readonly kind: ErrorKind
    readonly file?: string
    readonly line?: number
    readonly column?: number
    readonly hint?: string
  }
}

export type FailureData = {
  readonly file?: string
  readonly replaced?: false
  readonly rolledBack?: true
  readonly transactionId?: string
  readonly files?: readonly PathChange[]
  /** The rules that the scene breaks, the first 6. */
  readonly broken?: readonly BrokenRule[]
}

/** A rule that a change would have broken, in figures. */
export type BrokenRule = {
  /** The name of the rule. */
  readonly rule: string
  /** The file that declares the rule. */
  readonly file?: string
  /** The line of its declaration, from 1. */
  readonly line?: number
  /** The first 6 entities that break the rule. */
  readonly entities?: readonly string[]
  /** The number that misses the required one by most, in the unit of the scene. */
  readonly measured?: number
  /** The number that the rule requires. */
  readonly demanded?: number
  /** The first place in the scene where the rule is broken. */
  readonly at?: Point
  /** Present for a rule that only warns: the scene was accepted. */
  readonly severity?: 'warn'
}

/** The envelope of a call that succeeded, as it crosses the binding. */
export type SucceededEnvelope = {
  readonly status: 'ok' | 'committed'
  readonly answer: Success
  /** The answer as plain text, for the tools that answer so. */
  readonly text?: string
  readonly timings?: Timings
  readonly commit?: CommitNotes
  /** The codes of the warnings, in their order. */
  readonly warningCodes?: readonly string[]
  /** The latest commit when a question was asked. */
  readonly commitId?: string
  readonly omitted?: Omitted
}

/** The envelope of a call that failed, as it crosses the binding. */
export type FailedEnvelope = {
  readonly status: 'reverted' | 'refused'
  readonly answer: Failure
  /** The codes of the warnings, in their order. */
  readonly warningCodes?: readonly string[]
  readonly omitted?: Omitted
}

/** The effect of a commit of a project, for programs. */
export type CommitNotes = {
  readonly files: readonly NamedChange[]
  /** The history has this commit: a run that changed no value has no commit. */
  readonly isRecorded: boolean
}

export type Timings = {
  readonly matchMs: number
  readonly runMs: number
  readonly commitMs: number
}

export type ErrorKind = 'syntax' | 'reference' | 'type' | 'range' | 'thrown' | 'scene' | 'module' | 'promise' | 'invariant' | 'timeout' | 'memory' | 'stack' | 'entities' | 'modules' | 'source_size' | 'cancelled' | 'runner' | 'invalid_input' | 'invalid_name' | 'not_found' | 'placeholder' | 'no_match' | 'no_change' | 'count_mismatch' | 'ambiguous_match' | 'not_read' | 'stale_read' | 'already_exists' | 'ignored_path' | 'notebook' | 'parent_missing' | 'create_needs_empty' | 'unreadable' | 'not_permitted' | 'hook_failed' | 'builtin_module' | 'outside_workspace' | 'binary_file' | 'unsupported_encoding' | 'too_large' | 'not_ready' | 'conflict' | 'verify_failed' | 'io' | 'closed' | 'internal'

export type ErrorInfo = {
  readonly kind: ErrorKind
  readonly message: string
  readonly file?: string
  readonly line?: number
  readonly column?: number
  readonly frame?: string
  readonly stack?: string
  readonly hint?: string
}

/** A changed file of a project; `file` is the old name of one that was renamed `to` another. */
export type NamedChange = {
  readonly file: string
  readonly change: ChangeKind
  readonly to?: string
  readonly replaced?: number
}

/** A changed file of a workspace; `path` is the new name of one that was renamed `from` another. */
export type PathChange = {
  readonly path: string
  readonly change: ChangeKind
  readonly from?: string
}

export type ChangeKind = 'created' | 'updated' | 'deleted' | 'renamed'

export type Page = {
  readonly total: number
  readonly next?: {
    readonly offset: number
    readonly left: number
  }
}

/** A commit or transaction without its files, which scene and file tools name differently. */
export type HistoryRow = {
  readonly id: string
  readonly time: string
  readonly tool: string
  /** The author of a change in a project: a tool, a person at a page or in a shell, or a parameter that was set. */
  readonly by?: 'tool' | 'person' | 'parameter'
  readonly message: string
  readonly moreFiles?: number
  readonly scene?: Changes
  readonly undone: boolean
  readonly undoes?: string
  readonly diff?: string
  readonly truncated?: true
  readonly command?: CommandRow
}

/** The changes of a guarded command; lines only if they were counted. */
export type CommandRow = {
  readonly addedLines?: number
  readonly removedLines?: number
  readonly addedBytes?: number
  readonly removedBytes?: number
  readonly exitCode?: number
  readonly beside?: readonly string[]
}

export type Purged = {
  readonly transactions: number
  readonly bytes: number
}

export type Point = readonly [number, number]

export type Bounds = {
  readonly min: Point
  readonly max: Point
}

export type Units = 'mm' | 'cm' | 'm' | 'in' | 'ft' | 'px'

/** A scene in a few lines. */
export type Scene = {
  readonly entities: number
  readonly groups: number
  readonly bounds: Bounds | null
  readonly units: Units
  readonly layers: readonly string[]
  /** The parameters whose values differ from the code; absent without any. */
  readonly parameters?: { readonly [name: string]: number | boolean | string }
}

/** The changes in words of geometry; and names of entities by the kind of change, which a model gets only if there are no words. */
export type Changes = {
  readonly added?: readonly string[]
  readonly removed?: readonly string[]
  readonly changed?: readonly string[]
  /** A line for each thing that changed, such as `hole: Ø6 → Ø10` or `4 holes added (Ø6)`. */
  readonly drawing: readonly string[]
}

/** The transaction of a scene, or of a commit. */
export type Committed = {
  readonly transactionId: string
}

/** A picture: its size in pixels, and the part of the scene in it. */
export type Drawn = {
  readonly width: number
  readonly height: number
  /** Pixels per unit. */
  readonly scale?: number
  readonly units?: string
  /** The part of the world from edge to edge. */
  readonly shown?: {
    readonly min: readonly number[]
    readonly max: readonly number[]
  }
  /** The number of marked entities, by the kind of change. */
  readonly marked?: {
    readonly added: number
    readonly changed: number
    readonly removed: number
  }
}

export type SceneOfCommit = Scene & Committed

export type ChangedScene = Scene & {
  readonly changes: Changes
}

export type CommittedScene = ChangedScene & Committed

/** A committed change of a project; its scene names the transaction, if any. */
export type SceneChange = {
  readonly scene: CommittedScene
  readonly transactionId?: string
} | {
  readonly scene?: undefined
  readonly transactionId: string
}

/** A tool as MCP clients see it. */
export type ToolDefinition = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: {
    readonly type: 'object'
    readonly properties: { readonly [name: string]: { readonly [name: string]: unknown } }
    readonly required?: readonly string[]
    readonly additionalProperties: false
  }
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint?: boolean
    readonly idempotentHint?: boolean
    readonly openWorldHint: boolean
  }
}

/** The answer object of a file tool that succeeded, beside its own data. */
export type FileSuccess = {
  readonly result: true
  readonly notes?: readonly string[]
  readonly changedFiles?: readonly ChangedFile[]
  readonly warnings?: readonly string[]
  readonly assistant: string
  readonly display: string
}

/** The answer object of a file tool that refused. */
export type FileRefusal = {
  readonly result: false
  readonly behavior: 'ask'
  readonly message: string
  readonly errorCode?: number
  readonly kind: ErrorKind
  readonly file?: string
  readonly hint?: string
  readonly whatToDo?: string
  readonly line?: number
  readonly column?: number
  readonly meta?: RefusalMeta
  readonly assistant: string
  readonly display: string
}

/** Facts under the names that clients know. */
export type RefusalMeta = {
  readonly filePath?: string
  readonly isFilePathAbsolute?: 'true' | 'false'
  readonly lastWriteTime?: number | null
  readonly readTimestamp?: number | null
  readonly editIndex?: number
  readonly oldString?: string
  readonly old_string?: string
  readonly fileSize?: number
}

/** The envelope of a file tool that succeeded, but for its `answer`: a FileSuccess and the data of the tool in one. */
export type SucceededFileEnvelope = {
  readonly status: 'ok' | 'applied' | 'dry_run' | 'created' | 'updated'
  readonly counts: {
    readonly bytes: number
    readonly added: number
    readonly removed: number
  }
  readonly operation: 'read' | 'search' | 'create' | 'update'
  readonly path?: string
  /** The codes of the warnings, in their order. */
  readonly warningCodes?: readonly string[]
  /** The latest commit when a question was asked. */
  readonly commitId?: string
  readonly image?: {
    readonly data: string
    readonly mimeType: string
  }
}

/** The envelope of a file tool that refused. */
export type RefusedFileEnvelope = {
  readonly status: 'refused'
  readonly answer: FileRefusal
}

/** The known state of a file that a session read. */
export type Freshness = {
  readonly isFresh: boolean
  readonly conflict: boolean
  readonly lastRead?: number
  readonly currentModified?: number
  readonly error?: ErrorInfo
}

/** A file read earlier that was changed since by another writer. */
export type ChangedFile = Freshness & {
  readonly path: string
  readonly reminder: string
}

/** A change of one file. */
export type Patch = {
  readonly file_path: string
  readonly structuredPatch: readonly {
    readonly oldStart: number
    readonly oldLines: number
    readonly newStart: number
    readonly newLines: number
    readonly lines: readonly string[]
  }[]
  readonly truncated?: true
  readonly snippet: string
  readonly diff: string
  readonly added: number
  readonly removed: number
  readonly transactionId?: string
  readonly dry_run?: true
  readonly modifiedByUser?: true
  readonly userDiff?: string
}

export type EditOutcome = {
  readonly replacements: number
  readonly flexible?: {
    readonly tier: 'canonical_equivalence' | 'trailing_whitespace' | 'indentation' | 'whitespace_runs' | 'punctuation'
    readonly firstLine: number
    readonly lastLine: number
  }
  readonly corrected?: true
  readonly correction?: {
    readonly given: OldAndNew
    readonly used: OldAndNew
  }
}

export type OldAndNew = {
  readonly oldString: string
  readonly newString: string
}

export type SearchNotes = {
  readonly durationMs: number
  readonly truncated: boolean
  readonly skipped: { readonly [name: string]: number }
  readonly partial?: readonly string[]
  readonly troubles?: readonly {
    readonly reason: string
    readonly path: string
    readonly message: string
  }[]
}

export type FoundFiles = SearchNotes & {
  readonly filenames: readonly string[]
  readonly numFiles: number
  readonly totalFiles: number
}

export type EntryInfoData = {
  readonly path: string
  readonly kind: string
  readonly size: number
  readonly modified: number
  readonly mode: number
}

export type ListFolderData = {
  readonly path: string
  readonly entries: readonly {
    readonly name: string
    readonly kind: string
    readonly size: number
    readonly modified: number
  }[]
}

export type MakeFolderData = {
  readonly path: string
}

export type ReadBytesData = {
  readonly path: string
  readonly bytes: string
}

export type WriteExactlyData = Patch & {
  readonly type: 'create' | 'update'
  readonly content: string
}

export type FileEditData = Patch & EditOutcome

export type FileGlobData = FoundFiles

export type FileGrepData = FoundFiles & {
  readonly mode: 'files_with_matches' | 'content' | 'count'
  readonly lines?: readonly {
    readonly file: string
    readonly line: number
    readonly text: string
    readonly isContext?: true
  }[]
  readonly counts?: readonly number[]
  readonly numMatches?: number
  readonly nextOffset?: number
}

export type FileHistoryData = HistoryPage

export type FileListData = SearchNotes & {
  readonly tree: string
  readonly numEntries: number
}

export type FileMultiEditData = Patch & {
  readonly replacements: number
  readonly edits: readonly (EditOutcome & {
    readonly lines: readonly number[]
    readonly truncated?: true
  })[]
}

export type NotebookEditData = Patch & {
  readonly editMode: 'replace' | 'insert' | 'delete'
  readonly cellNumber: number
  readonly cellId?: string
  readonly cellType: string
  readonly language?: string
  readonly oldSource?: string
  readonly newSource: string
}

export type FileReadData = TextFile | ImageFile | NotebookFile | PdfFile

export type ReadFile = {
  readonly file_path: string
  readonly reminder?: string
}

export type TextFile = ReadFile & {
  readonly type: 'text'
  readonly content: string
  readonly startLine: number
  readonly numLines: number
  readonly totalLines: number
  readonly truncated: boolean
  readonly encoding: string
}

/** The picture itself is beside the answer. */
export type ImageFile = ReadFile & {
  readonly type: 'image'
  readonly width: number
  readonly height: number
  readonly originalWidth: number
  readonly originalHeight: number
}

export type NotebookFile = ReadFile & {
  readonly type: 'notebook'
  readonly language?: string
  readonly cells: readonly Cell[]
}

/** Pages of a PDF document; the picture of a single page is beside the answer. */
export type PdfFile = ReadFile & {
  readonly type: 'pdf'
  readonly totalPages: number
  readonly pages: readonly PdfPage[]
}

export type PdfPage = {
  readonly page: number
  readonly width: number
  readonly height: number
  readonly text: string
}

export type Cell = {
  readonly index: number
  readonly id: string
  readonly cellType: string
  readonly source: string
  readonly executionCount?: number
  readonly outputs?: readonly CellOutput[]
}

export type CellOutput = {
  readonly outputType: string
  readonly text: string
  readonly images: readonly {
    readonly mediaType: string
    readonly base64: string
  }[]
}

export type FileUndoData = TakenBack & {
  readonly undone?: string
  readonly redone?: string
}

export type FileWriteData = Patch & {
  readonly type: 'create' | 'update'
  readonly content: string
}

/** A snapshot that was taken before a command. */
export type GuardBegun = {
  readonly guard: string
  readonly files: number
  readonly bytes: number
  /** Files that were read, because they are new or changed since the last snapshot. */
  readonly read: number
  readonly storeBytes: number
  readonly notCovered: readonly NotCovered[]
  readonly moreNotCovered?: number
  /** Only of a guard: the descriptor that its command inherits, so that one that outlives the guard is known to run. */
  readonly commandLock?: number
  /** The layers of the overlay in which the command is to run, one for each root. */
  readonly layers?: readonly {
    readonly root: string
    readonly upper: string
    readonly work: string
  }[]
}

/** The changes since the snapshot; without `transactionId` nothing changed. */
export type GuardEnded = {
  readonly guard: string
  readonly transactionId?: string
  readonly files: readonly PathChange[]
  readonly moreFiles?: number
  readonly addedLines?: number
  readonly removedLines?: number
  readonly addedBytes?: number
  readonly removedBytes?: number
  /** Ignored folders that changed and are not covered. */
  readonly ignored: readonly string[]
  readonly notCovered: readonly NotCovered[]
  readonly moreNotCovered?: number
  /** Other commands that were running. */
  readonly beside: readonly string[]
  /** Commits of these tools meanwhile, whose changes are theirs. */
  readonly others: readonly string[]
}

export type ForkRow = {
  readonly name: string
  readonly roots: readonly string[]
  /** The time in milliseconds since 1970 UTC. */
  readonly at: number
  readonly message?: string
  readonly includesIgnored: boolean
  readonly sharesBlocks: boolean
  /** The ids of the commits that merged the fork and are not undone. */
  readonly merged: readonly string[]
}

/** A path without a copy in the fork. */
export type LeftOut = {
  readonly path: string
  readonly reason: 'ignored' | 'repository_elsewhere' | 'attributes' | 'socket' | 'device' | 'too_large' | 'unreadable' | 'other_file_system'
}

/** The effect of a merge, or of a trial of one; without `transactionId` nothing was written. */
export type Merged = {
  readonly fork: string
  readonly transactionId?: string
  readonly files: readonly PathChange[]
  readonly moreFiles?: number
  readonly conflicts: readonly MergeConflict[]
  readonly moreConflicts?: number
  /** Paths that the fork changed and that are not merged. */
  readonly leftOut: readonly string[]
  readonly discarded: readonly string[]
  readonly diff?: string
  readonly truncated?: true
}

export type MergeConflict = {
  readonly path: string
  readonly reason: 'lines' | 'contents' | 'deleted_here' | 'deleted_in_fork' | 'both_created' | 'kind' | 'target' | 'mode' | 'attributes' | 'renamed' | 'not_covered' | 'changed_here'
  /** The line in the workspace. */
  readonly line?: number
  /** The line in the fork. */
  readonly forkLine?: number
}

export type NotCovered = {
  readonly path: string
  readonly reason: 'socket' | 'device' | 'too_large' | 'unreadable' | 'other_file_system'
  readonly changed: boolean
}

export type HistoryPage = Page & {
  readonly rows: readonly (HistoryRow & {
    readonly files: readonly PathChange[]
  })[]
}

export type ImportantFile = {
  readonly path: string
  readonly readAt: number
  readonly size: number
}

export type Nothing = object

export type FilesInPlace = Committed & {
  readonly files: readonly PathChange[]
}

export type TakenBack = FilesInPlace & {
  readonly overwritten: readonly string[]
  readonly moreFiles?: number
  readonly also?: readonly string[]
}

/** Calls of the library, which are no tools, by their names; `abort` is missing, as it always answers an error. */
export interface WorkspaceCalls {
  readonly begin: Outcome<'ok', {
    readonly transaction: number
  }>
  readonly read: Outcome<'ok', {
    readonly content: string
  }>
  readonly edit: Outcome<'ok', {
    readonly replacements: number
    readonly lines: readonly number[]
    readonly truncated?: true
  }>
  readonly write: Outcome<'ok', {
    readonly type: 'create' | 'update'
  }>
  readonly delete: Outcome<'ok', Nothing>
  readonly rename: Outcome<'ok', Nothing>
  readonly discard: Outcome<'ok', Nothing>
  readonly put_in_place: Outcome<'ok' | 'committed', FilesInPlace>
  readonly commit: Outcome<'committed', FilesInPlace>
  readonly record_read: Outcome<'ok', Nothing>
  readonly record_edit: Outcome<'ok', Nothing>
  readonly check_freshness: Outcome<'ok', Freshness>
  readonly modification_reminder: Outcome<'ok', {
    readonly reminder: string | null
  }>
  readonly important_files: Outcome<'ok', {
    readonly files: readonly ImportantFile[]
  }>
  readonly watch: Outcome<'ok', Nothing>
  readonly unwatch: Outcome<'ok', {
    readonly watched: boolean
  }>
  readonly reset: Outcome<'ok', Nothing>
  readonly undo: Outcome<'committed', TakenBack & {
    readonly undone: string
  }>
  readonly redo: Outcome<'committed', TakenBack & {
    readonly redone: string
  }>
  readonly guard_begin: Outcome<'ok', GuardBegun>
  readonly guard_end: Outcome<'ok' | 'committed', GuardEnded>
  readonly fork: Outcome<'ok', ForkRow & {
    readonly files: number
    readonly bytes: number
    readonly leftOut: readonly LeftOut[]
    readonly moreLeftOut?: number
  }>
  readonly forks: Outcome<'ok', {
    readonly forks: readonly ForkRow[]
  }>
  readonly merge: Outcome<'ok' | 'committed', Merged>
  readonly discard_fork: Outcome<'ok', {
    readonly name: string
  }>
  readonly purge_history: Outcome<'ok', Purged>
  readonly history: Outcome<'ok', HistoryPage, 'commitId'>
}

/** An event, or a question to a function of the host. */
export type WorkspaceMessage = WorkspaceEvent | Question

export type WorkspaceEvent = ReadEvent | EditedEvent | ConflictEvent | ModifiedEvent | ChangedEvent

export type FileEvent = {
  readonly path: string
  readonly timestamp: number
}

export type ReadEvent = FileEvent & {
  readonly type: 'file:read'
  readonly size: number
  readonly modified: number
}

export type EditedEvent = FileEvent & {
  readonly type: 'file:edited'
  readonly operation: 'create' | 'update'
  readonly source: 'agent'
  readonly contentLength: number
  readonly content?: string
  readonly oldContent?: string
}

export type ConflictEvent = FileEvent & {
  readonly type: 'file:conflict'
  readonly lastRead: number
  readonly lastModified: number
  readonly currentModified: number | null
  readonly sizeDiff: number
  readonly reminder: string
}

export type ModifiedEvent = FileEvent & {
  readonly type: 'file:modified'
  readonly reminder: string
}

export type ChangedEvent = FileEvent & {
  readonly type: 'file:changed'
  readonly ids: readonly string[]
  readonly current: SizeAndTime | null
  readonly previous: SizeAndTime | null
  readonly reminder: string
}

export type SizeAndTime = {
  readonly mtimeMs: number
  readonly size: number
}

export type Question = ConfirmQuestion | CorrectQuestion | PermissionQuestion

export type Asked = {
  readonly type: 'ask'
  readonly question: number
}

export type ConfirmQuestion = Asked & {
  readonly hook: 'confirm'
  readonly request: {
    readonly tool: FileToolName
    readonly filePath: string
    readonly originalContent: string | null
    readonly newContent: string
    readonly diff: string
    readonly truncated?: true
    readonly added: number
    readonly removed: number
  }
}

export type CorrectQuestion = Asked & {
  readonly hook: 'correct'
  readonly request: {
    readonly tool: FileToolName
    readonly filePath: string
    readonly oldString: string
    readonly newString: string
    readonly content: string
    readonly diagnosis: string | null
    readonly edit: number | null
    readonly replaceAll: boolean
    readonly expectedReplacements: number | null
  }
}

export type PermissionQuestion = Asked & {
  readonly hook: 'permission'
  readonly request: {
    readonly tool: FileToolName | 'transaction' | 'merge'
    readonly path: string
    readonly access: 'read' | 'write'
  }
}

export type FileToolName = 'Read' | 'Write' | 'Edit' | 'MultiEdit' | 'Glob' | 'Grep' | 'LS' | 'NotebookEdit' | 'History' | 'Undo'

/** The answers that succeed, by the names of the tools. */
export interface SceneTools {
  readonly apply: Outcome<'committed', ApplyData, 'timings' | 'commit'>
  readonly check: Outcome<'ok', CheckData, 'commitId'>
  readonly describe: Outcome<'ok', DescribeData, 'text' | 'commitId'>
  readonly edit: Outcome<'committed', EditData, 'timings' | 'commit'>
  readonly export: Outcome<'ok', ExportData, 'commitId'>
  readonly glob: Outcome<'ok', GlobData, 'commitId'>
  readonly grep: Outcome<'ok', GrepData, 'text' | 'commitId'>
  readonly history: Outcome<'ok', HistoryData, 'commitId'>
  readonly inspect: Outcome<'ok', InspectData, 'commitId'>
  readonly multi_edit: Outcome<'committed', MultiEditData, 'timings' | 'commit'>
  readonly read: Outcome<'ok', ReadData, 'text' | 'commitId'>
  readonly redo: Outcome<'committed', RedoData, 'timings' | 'commit'>
  readonly render: Outcome<'ok', RenderData, 'commitId'>
  readonly run: Outcome<'committed', RunData, 'timings' | 'commit'>
  readonly undo: Outcome<'committed', UndoData, 'timings' | 'commit'>
  readonly write: Outcome<'committed', WriteData, 'timings' | 'commit'>
}

/** The answers that succeed, by the names of the tools. */
export interface FileTools {
  readonly Edit: Outcome<'applied' | 'dry_run', FileEditData>
  readonly Glob: Outcome<'ok', FileGlobData>
  readonly Grep: Outcome<'ok', FileGrepData>
  readonly History: Outcome<'ok', FileHistoryData>
  readonly LS: Outcome<'ok', FileListData>
  readonly MultiEdit: Outcome<'applied' | 'dry_run', FileMultiEditData>
  readonly NotebookEdit: Outcome<'applied', NotebookEditData>
  readonly Read: Outcome<'ok', FileReadData>
  readonly Undo: Outcome<'applied', FileUndoData>
  readonly Write: Outcome<'created' | 'updated', FileWriteData>
}

/** The answers that succeed, by the names of the tools. */
export interface FolderTools {
  readonly EntryInfo: Outcome<'ok', EntryInfoData>
  readonly ListFolder: Outcome<'ok', ListFolderData>
  readonly MakeFolder: Outcome<'ok', MakeFolderData>
  readonly ReadBytes: Outcome<'ok', ReadBytesData>
  readonly WriteExactly: Outcome<'created' | 'updated', WriteExactlyData>
}
