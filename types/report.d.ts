// What a drawing takes to make: parts, cut lengths, times, areas, masses, sheets and costs.
import type { ParameterValues } from './project-arguments.js'
import type { SceneAnswer } from './project-results.js'
import type { Units } from './scene-summary.js'

/** How the tool works a layer, in the order of the work: engrave, score, cut. */
export type Process = 'cut' | 'engrave' | 'score'

export interface ReportArguments {
  /** Reports the scene with these parameters, which stays uncommitted. Default: those that the last run set. */
  parameters?: ParameterValues | undefined
  /** A named set of values, of which those in `parameters` take the place. */
  setName?: string | undefined
  /** The contents of a rate file, in place of `rates.json` of the project. */
  rates?: string | object | undefined
  /** The material of the drawing, in place of that in `report.json`. */
  material?: string | undefined
  /** The thickness of the drawing in its own unit, in place of that in `report.json`. */
  thickness?: number | undefined
  /** Adds `text`: the report as comma-separated values, as lines for a terminal, or as a page. */
  format?: 'json' | 'csv' | 'table' | 'html' | undefined
}

/** The parts, lengths, times, areas, masses, sheets and costs of a drawing. Numbers are exact; what is not known is absent, and named in `missing`. */
export interface Report {
  readonly units: ReportUnits
  /** The instances of blocks, by block and attributes. */
  readonly parts: readonly ReportPart[]
  /** The layers with lines, those of one process together. */
  readonly layers: readonly ReportLayer[]
  /** The same by process. */
  readonly processes: readonly ReportProcess[]
  /** The areas that are cut out, by material and thickness. */
  readonly materials: readonly ReportMaterial[]
  /** The sheets: closed outlines on the layer `sheet`, and those that `nest` was given. */
  readonly sheets: readonly ReportSheet[]
  /** Absent without rates. */
  readonly cost?: ReportCost | undefined
  readonly totals: ReportTotals
  readonly missing: readonly ReportMissing[]
}

export interface ReportUnits {
  /** The unit of lengths and thicknesses: that of the drawing. */
  readonly length: Units
  /** The unit of areas, such as `mm²`. */
  readonly area: string
  readonly mass: 'kg'
  readonly time: 's'
  readonly currency?: string | undefined
}

/** Instances of one block with the same attributes; lengths, areas and masses are those of all of them together. */
export interface ReportPart {
  readonly block: string
  readonly attributes: { readonly [tag: string]: string }
  readonly count: number
  readonly cutLength: number
  readonly area: number
  readonly material?: string | undefined
  readonly thickness?: number | undefined
  readonly mass?: number | undefined
}

export interface ReportLayer {
  readonly layer: string
  /** `none` for a layer that no machine follows. */
  readonly process: Process | 'none'
  readonly material?: string | undefined
  readonly thickness?: number | undefined
  /** Number of paths. */
  readonly paths: number
  /** The length that the tool works. */
  readonly cutLength: number
  /** How often the tool begins. */
  readonly pierces: number
  /** The length of the ways to the paths. */
  readonly rapidLength: number
  readonly cutTime?: number | undefined
  readonly pierceTime?: number | undefined
  readonly rapidTime?: number | undefined
  /** The sum of the three times. */
  readonly time?: number | undefined
}

export interface ReportProcess {
  readonly process: Process
  readonly paths: number
  readonly cutLength: number
  readonly pierces: number
  readonly rapidLength: number
  readonly time?: number | undefined
}

export interface ReportMaterial {
  readonly material?: string | undefined
  readonly thickness?: number | undefined
  readonly outlines: number
  readonly holes: number
  /** The area within the outlines, without the holes. */
  readonly area: number
  readonly mass?: number | undefined
}

export interface ReportSheet {
  /** The name of the entity; absent for a sheet that is only a size. */
  readonly name?: string | undefined
  readonly width: number
  readonly height: number
  readonly area: number
  /** Number of outlines on it. */
  readonly outlines: number
  readonly usedArea: number
  /** The share that the parts take, from 0 to 1. */
  readonly used: number
}

export interface ReportCost {
  readonly currency: string
  readonly lines: readonly ReportCostLine[]
  readonly total: number
  /** False where a number that a rate needs is missing, so that the total is too small. */
  readonly complete: boolean
}

export interface ReportCostLine {
  readonly item: string
  readonly quantity: number
  readonly unit: string
  readonly rate: number
  readonly amount: number
}

export interface ReportTotals {
  /** Number of instances of blocks. */
  readonly parts: number
  readonly cutLength: number
  readonly pierces: number
  readonly rapidLength: number
  readonly time?: number | undefined
  readonly area: number
  readonly mass?: number | undefined
  /** The share that the parts take of all sheets with parts. */
  readonly sheetUse?: number | undefined
  /** Absent without rates, and where the costs are not complete. */
  readonly cost?: number | undefined
}

/** Something that a number needs and that stands nowhere. */
export interface ReportMissing {
  readonly what:
    | 'rates'
    | 'process'
    | 'speed'
    | 'rapidSpeed'
    | 'pierceTime'
    | 'material'
    | 'thickness'
    | 'density'
    | 'area'
    | 'sheets'
  readonly of: string
  /** Where it can be given, in a sentence. */
  readonly message: string
}

/** The report that `inspect` answers, with its parts by pages. */
export interface ReportPage extends Report {
  /** The number of all rows of parts. Absent on the last page. */
  readonly total?: number | undefined
  /** The `offset` of the next page of parts. Absent on the last one. */
  readonly nextOffset?: number | undefined
}

export type ReportResult = SceneAnswer<
  Report & {
    /** The report in the format that was asked for; absent for `json`. */
    readonly text?: string | undefined
  }
>
