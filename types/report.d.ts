// The work and material that a drawing takes: parts, cut lengths, times, areas, masses, sheets and costs.
import type { ParameterValues } from './project-arguments.js'
import type { SceneAnswer } from './project-results.js'
import type { Units } from './scene-summary.js'

/** How the tool works a layer, in the order of the work: engrave, score, cut. */
export type LayerProcess = 'cut' | 'engrave' | 'score'

/** The values, the rates and the material of a report. */
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
  /** The unit of the scene. */
  readonly units: ReportUnits
  /** The instances of blocks, by block and attributes. */
  readonly parts: readonly ReportPart[]
  /** The layers with lines, grouped by process. */
  readonly layers: readonly ReportLayer[]
  /** The work of each process on all its layers. */
  readonly processes: readonly ReportProcess[]
  /** The areas that are cut out, by material and thickness. */
  readonly materials: readonly ReportMaterial[]
  /** The sheets: closed outlines on the layer `sheet`, and those that `nest` was given. */
  readonly sheets: readonly ReportSheet[]
  /** The costs by the rates. Absent without rates. */
  readonly cost?: ReportCost | undefined
  /** The sums over the whole drawing. */
  readonly totals: ReportTotals
  /** The numbers that could not be computed, and their reasons. */
  readonly missing: readonly ReportMissing[]
}

/** The units of the numbers in a report. */
export interface ReportUnits {
  /** The unit of lengths and thicknesses: the drawing's. */
  readonly length: Units
  /** The unit of areas, such as `mm²`. */
  readonly area: string
  /** Masses are kilograms. */
  readonly mass: 'kg'
  /** Times are seconds. */
  readonly time: 's'
  /** The currency of the rates, if there are any. */
  readonly currency?: string | undefined
}

/** Instances of one block with the same attributes; lengths, areas and masses are sums over all of them. */
export interface ReportPart {
  /** The name of the block. */
  readonly block: string
  /** The attributes that these instances share. */
  readonly attributes: { readonly [tag: string]: string }
  /** Number of instances. */
  readonly count: number
  /** The length that is cut. Lines that are engraved or scored count in the layers, the processes and the totals. */
  readonly cutLength: number
  /** The area within the outlines, without the holes. */
  readonly area: number
  /** The material, if it is known. */
  readonly material?: string | undefined
  /** The thickness of the sheet, if it is known. */
  readonly thickness?: number | undefined
  /** The mass. Absent without material or thickness. */
  readonly mass?: number | undefined
}

/** The work on one layer. */
export interface ReportLayer {
  /** The name of the layer. */
  readonly layer: string
  /** `none` for a layer that no machine follows. */
  readonly process: LayerProcess | 'none'
  /** The material, if it is known. */
  readonly material?: string | undefined
  /** The thickness of the sheet, if it is known. */
  readonly thickness?: number | undefined
  /** Number of paths. */
  readonly paths: number
  /** The length that the tool works. */
  readonly cutLength: number
  /** How often the tool begins. */
  readonly pierces: number
  /** The length of the ways to the paths. */
  readonly rapidLength: number
  /** The time of cutting. Absent without a speed. */
  readonly cutTime?: number | undefined
  /** The time of all beginnings. Absent without a time for one. */
  readonly pierceTime?: number | undefined
  /** The time of the ways to the paths. Absent without a speed. */
  readonly rapidTime?: number | undefined
  /** The sum of the three times. */
  readonly time?: number | undefined
}

/** The work of one process on all layers. */
export interface ReportProcess {
  /** The process. */
  readonly process: LayerProcess
  /** Number of paths. */
  readonly paths: number
  /** The length that the tool works. */
  readonly cutLength: number
  /** How often the tool begins. */
  readonly pierces: number
  /** The length of the ways to the paths. */
  readonly rapidLength: number
  /** The time of all. Absent where a speed is missing. */
  readonly time?: number | undefined
}

/** The parts of one material and thickness. */
export interface ReportMaterial {
  /** The material, if it is known. */
  readonly material?: string | undefined
  /** The thickness of the sheet, if it is known. */
  readonly thickness?: number | undefined
  /** Number of outlines. */
  readonly outlines: number
  /** Number of holes in the parts. */
  readonly holes: number
  /** The area within the outlines, without the holes. */
  readonly area: number
  /** The mass. Absent without material or thickness. */
  readonly mass?: number | undefined
}

/** The use of a sheet. */
export interface ReportSheet {
  /** The name of the entity; absent for a sheet that is only a size. */
  readonly name?: string | undefined
  /** Width of the sheet. */
  readonly width: number
  /** Height of the sheet. */
  readonly height: number
  /** Area of the sheet. */
  readonly area: number
  /** Number of outlines on the sheet. */
  readonly outlines: number
  /** Area of the parts on the sheet. */
  readonly usedArea: number
  /** The share that the parts take, from 0 to 1. */
  readonly used: number
}

/** The costs by the rates. */
export interface ReportCost {
  /** The currency of the rates. */
  readonly currency: string
  /** The costs one by one. */
  readonly lines: readonly ReportCostLine[]
  /** The sum of the lines. */
  readonly total: number
  /** False where a number that a rate needs is missing, so that the total is too small. */
  readonly complete: boolean
}

/** A cost by one rate. */
export interface ReportCostLine {
  /** The purpose of the cost. */
  readonly item: string
  /** The quantity that the rate applies to, in `unit`. */
  readonly quantity: number
  /** The unit of the quantity. */
  readonly unit: string
  /** The price of one unit. */
  readonly rate: number
  /** The quantity times the rate. */
  readonly amount: number
}

/** Sums over the whole drawing. */
export interface ReportTotals {
  /** Number of instances of blocks. */
  readonly parts: number
  /** The length that tools work. */
  readonly cutLength: number
  /** How often tools begin. */
  readonly pierces: number
  /** The length of the ways to the paths. */
  readonly rapidLength: number
  /** The time of all. Absent where a speed is missing. */
  readonly time?: number | undefined
  /** The area within the outlines, without the holes. */
  readonly area: number
  /** The mass of all parts. Absent where one is not known. */
  readonly mass?: number | undefined
  /** The share that the parts take of all sheets with parts. */
  readonly sheetUse?: number | undefined
  /** The sum of the costs. Absent without rates, and if a cost is not known. */
  readonly cost?: number | undefined
}

/** A value that a number needs and that is given nowhere. */
export interface ReportMissing {
  /** The kind of the missing value. */
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
  /** The layer, process or material that lacks the value. */
  readonly of: string
  /** A sentence that says where the value can be given. */
  readonly message: string
}

/** The report that `inspect` answers, with its parts by pages. */
export interface ReportPage extends Report {
  /** The number of all rows of parts. Absent on the last page. */
  readonly total?: number | undefined
  /** The `offset` of the next page of parts. Absent on the last one. */
  readonly nextOffset?: number | undefined
}

/** The report, or the refusal. */
export type ReportResult = SceneAnswer<
  Report & {
    /** The report in the format that was asked for; absent for `json`. */
    readonly text?: string | undefined
  }
>
