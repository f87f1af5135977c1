// Sweeps: one drawing with many values of its parameters. And the named sets of values.
import type { SceneFailure } from './errors.js'
import type { LintProfile } from './lint.js'
import type { CallOptions, Refused, Warning } from './common.js'
import type { SceneBytes } from './environment.js'
import type { ParameterValues } from './project-arguments.js'
import type { BrokenRule, ResultNotes, Reverted, SceneAnswer } from './project-results.js'
import type { ReportTotals } from './report.js'
import type { Units } from './scene-summary.js'

/** Named sets of values of parameters, as `parameter-sets.json` of the project has them. */
export interface ParameterSets {
  readonly [name: string]: ParameterValues
}

/** The named sets of values, or the refusal. */
export type ParameterSetsResult = SceneAnswer<{ readonly sets: ParameterSets }>

/** The result of saving or removing a named set, which is a commit. */
export type ParameterSetsChange = ResultNotes & (ParameterSetsCommitted | Reverted | Refused)

/** A named set was saved or removed. */
export interface ParameterSetsCommitted {
  /** Always true: the call succeeded. */
  readonly ok: true
  /** Always `committed`: the change is on disk, and can be undone. */
  readonly status: 'committed'
  /** Id of this commit in the history. */
  readonly commitId: string
  /** All sets as they are now. */
  readonly sets: ParameterSets
}

/** A named set of values to save. */
export interface SaveParameterSetArguments {
  /** 1 to 64 characters. A set of this name is replaced. */
  name: string
  /** The values, at least one. */
  values: ParameterValues
}

/** A named set of values to remove. */
export interface RemoveParameterSetArguments {
  /** The name of the set, which must exist. */
  name: string
}

/** The variants of a sweep: `set`, `csv` or `variants`. */
export interface SweepArguments extends CallOptions {
  /** The values of each parameter; every combination is a variant, the last parameter changes first. A text is read as after `--set`:
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
  /** The rules that the variant breaks, the first 6. */
  readonly violations: readonly BrokenRule[]
  /** How much the lint found. Absent for a variant that failed. */
  readonly lint?: { readonly profile: LintProfile; readonly errors: number; readonly warnings: number } | undefined
  /** Things that succeeded but deserve a look. */
  readonly warnings: readonly Warning[]
  /** Why it failed. */
  readonly error?: SceneFailure | undefined
  /** A hash of the code and the settings that the variant was made from. */
  readonly codeHash: string
  /** Duration of the variant in milliseconds. */
  readonly durationMs: number
  /** The picture, where one was asked for and the variant did not fail. No part of the line of a file. */
  readonly png?: SceneBytes | undefined
}

/** The size of a scene, and the sums of its report. Lengths are in `units`, areas in its square, masses in kg, times in s. */
export interface SweepMeasures extends ReportTotals {
  /** Number of shapes and groups. */
  readonly entities: number
  /** Width of the drawing. Absent for an empty one. */
  readonly width?: number | undefined
  /** Height of the drawing. Absent for an empty one. */
  readonly height?: number | undefined
  /** The unit of the scene. */
  readonly units: Units
}
