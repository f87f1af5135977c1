// The check of a drawing: faults for which a workshop would send it back.
import type { SceneAnswer } from './project-results.js'

/** The purpose of a drawing, which selects the rules and their limits. */
export type LintProfile = 'laser' | 'cnc' | 'print' | 'drawing'

/** The profile and the limits of a check. */
export interface LintArguments {
  /**
   * The purpose of the drawing. Default: the profile in `lint.json`, otherwise `laser` for a scene with a cutting layer, otherwise
   * `drawing`.
   */
  profile?: LintProfile | undefined
  /** Limits in millimetres by name, such as `kerf`, replacing the limits of the profile and of `lint.json`. */
  limits?: { readonly [limit: string]: number } | undefined
}

/** The findings of a check; empty for a clean drawing. */
export interface LintReport {
  /** The profile that was checked. */
  readonly profile: LintProfile
  /** The findings, errors first. */
  readonly findings: readonly LintFinding[]
  /** Sentences about parts that were not checked: of a DXF, the layouts that no machine cuts. */
  readonly notes?: readonly string[] | undefined
}

/** One fault at one place. */
export interface LintFinding {
  /** The name of the rule, such as `open-contour`; each has a page in docs/lint. */
  readonly rule: string
  /** An error is sent back, a warning deserves a look. */
  readonly severity: 'error' | 'warning'
  /** A sentence about the fault. */
  readonly message: string
  /** The names of the entities; one in a block is followed by the instances that show it. */
  readonly entities: readonly string[]
  /** The layer of the first entity. */
  readonly layer: string
  /** The layout (sheet of paper space) of a DXF that it is on. Absent for the model. */
  readonly layout?: string | undefined
  /** The place, in the coordinates of the scene or file. */
  readonly at: readonly [x: number, y: number]
  /** The measured value, in millimetres. */
  readonly measured?: number | undefined
  /** The limit that the measured value breaks, in millimetres. */
  readonly limit?: number | undefined
  /** The automatic repair, if there is one. */
  readonly fix?: 'join' | 'drop' | 'outline' | undefined
}

/** The page of findings in the answer of `inspect`. */
export interface LintPage extends LintReport {
  /** Number of all findings. */
  readonly total: number
  /** Number of findings that are errors. */
  readonly errors: number
  /** The `offset` of the next page. Absent on the last one. */
  readonly nextOffset?: number | undefined
}

/** The findings, or the refusal. */
export type LintResult = SceneAnswer<LintReport>
