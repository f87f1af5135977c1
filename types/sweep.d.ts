// Sweeps: one drawing with many values of its parameters. And the named sets of values.
import type { SceneFailure } from './errors.js'
import type { LintProfile } from './lint.js'
import type { CallOptions } from './common.js'
import type { ParameterValues } from './project-arguments.js'
import type { SceneAnswer } from './project-results.js'
import type { ReportTotals } from './report.js'
import type { Units } from './scene-summary.js'

/** Named sets of values of parameters, as `parameter-sets.json` of the project has them. */
export interface ParameterSets {
  readonly [name: string]: ParameterValues
}

export type ParameterSetsResult = SceneAnswer<{ readonly sets: ParameterSets }>

export interface SaveParameterSetArguments {
  /** 1 to 64 characters. A set of this name is replaced. */
  name: string
  /** The values, at least one. */
  values: ParameterValues
}

/** The variants of a sweep: `set`, `csv` or `variants`. */
export interface SweepArguments extends CallOptions {
  /** The values of each parameter; every combination is a variant, the last parameter changes first. A text is as behind `--set`:
   * `100..200/10` or `3,4,5`. */
  set?: { readonly [parameter: string]: string | readonly (number | string | boolean)[] } | undefined
  /** The text of a table: names of parameters in its first line, a variant in each line below. */
  csv?: string | undefined
  /** The variants one by one. */
  variants?: readonly ParameterValues[] | undefined
  /** Values that all variants have. */
  parameters?: ParameterValues | undefined
  /** A named set of values that all variants have. */
  setName?: string | undefined
  /** The variants that are run: `3/16` is the third of sixteen shares. Default: all. */
  share?: string | undefined
  /** How many are run at once. Default: one for each processor. */
  jobs?: number | undefined
  /** The profile of the lint. Default: as for {@link Project.lint}. */
  profile?: LintProfile | undefined
  /** The contents of a rate file, in place of `rates.json` of the project. */
  rates?: string | object | undefined
  /** Draws each variant: its size in pixels, or true for 1600 × 1000. Default: no pictures. */
  picture?: boolean | readonly [width: number, height: number] | undefined
}

/** The results of one variant; one line of a file of results. */
export interface SweepVariant {
  /** The place among all variants of the sweep, from 0, whatever the share. */
  readonly index: number
  /** The values of all parameters; of a variant that failed, those that it was given. */
  readonly parameters: ParameterValues
  /** False for a variant that failed. */
  readonly ok: boolean
  /** Absent for a variant that failed. */
  readonly measures?: SweepMeasures | undefined
  /** The broken rules, of which a run names the first with its place; the hint names others. */
  readonly violations: readonly SceneFailure[]
  /** How much the lint found. Absent for a variant that failed. */
  readonly lint?: { readonly profile: LintProfile; readonly errors: number; readonly warnings: number } | undefined
  /** The sentences that a run warned with. */
  readonly warnings: readonly string[]
  /** Why it failed. */
  readonly error?: SceneFailure | undefined
  /** A hash of the code and the settings that it was made from. */
  readonly code: string
  /** The time that it took, in milliseconds. */
  readonly ms: number
  /** The picture, where one was asked for and the variant did not fail. No part of the line of a file. */
  readonly png?: Uint8Array | undefined
}

/** The size of a scene, and the sums of its report. Lengths are in `units`, areas in its square, masses in kg, times in s. */
export interface SweepMeasures extends Omit<ReportTotals, never> {
  readonly entities: number
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly units: Units
}
