import type { Theme } from './theme.js'
import type {
  Answer,
  ErrorWire,
  ExportPreview,
  ExportWish,
  ForkSceneWire,
  ForkWire,
  OutputWire,
  PagesWire,
  ParameterSetsWire,
  ProposalQuestion,
  ProposalWire,
  SceneWire,
} from './wire.js'

/** An event of the project. */
export type LiveEvent =
  | SceneEvent
  | { readonly type: 'log'; readonly level: string; readonly message: string }
  | { readonly type: 'revert'; readonly error: ErrorWire }
  /** Other projects can be switched to than before. */
  | { readonly type: 'projects' }

/** The current scene, complete if it came with the event. */
interface SceneEvent {
  readonly type: 'scene'
  /** Null if nothing is drawn. */
  readonly version: string | null
  readonly transactionId: string | null
  readonly error?: ErrorWire
  readonly loaded?: LoadedScene
}

/** The scene from the project; absent if nothing is drawn yet. */
export interface LoadedScene {
  readonly scene: SceneWire | undefined
  readonly transactionId: string
  readonly version: string
  readonly project: string
  /** True if the person may only look. */
  readonly readOnly: boolean
}

/** A person's message to the agent. */
export interface NoteToAgent {
  readonly text: string
  readonly selected: readonly string[]
  readonly transactionId: string
}

/** The page's way to the project: over HTTP on this machine, or through the host of an MCP App. */
export interface Link {
  /** The current scene, or the one after a commit. Throws {@link Refused}. */
  load(at?: string): Promise<LoadedScene>
  call(name: string, args?: object): Promise<Answer>
  send(note: NoteToAgent): Promise<void>
  /** Returns a message about the file. */
  download(format: string): Promise<string>
  /** A preview of the scene with other values of its parameters. Absent if it is unavailable. */
  preview?(parameters: object, signal: AbortSignal): Promise<LoadedScene>
  /** What the scripts of the present scene have written to the console. Absent if it is unavailable. */
  output?(): Promise<OutputWire>
  /** Makes previews of files for download. Absent if that is unavailable. */
  readonly desk?: Desk
  /** The pages of other projects that a person can switch to. Absent for a single project. */
  projects?(): Promise<PagesWire>
  /** The additional features of a page that this machine serves. */
  readonly hand?: Hand
  /** Starts to report events and the state of the connection. */
  listen(hear: (event: LiveEvent) => void, connected: (isConnected: boolean) => void): void
}

/** Files for download, which are previewed first. */
export interface Desk {
  /** Makes a file, and returns its contents for the preview. Throws {@link Refused}. */
  preview(wish: ExportWish, signal: AbortSignal): Promise<ExportPreview>
  /** Downloads the file that a preview showed. */
  download(id: string): Promise<void>
}

/** Changes that a person makes on the page. */
export interface Hand {
  /** The change of code for a change on the page. */
  propose(question: ProposalQuestion): Promise<ProposalWire>
  /** Makes a proposed change, if the proposal is still the same. */
  change(question: ProposalQuestion, after: string): Promise<Answer>
  /** Restores all files to the state after an earlier commit. */
  restore(id: string): Promise<Answer>
  /** The forks of the project. */
  forks(): Promise<readonly ForkWire[]>
  /** The drawing of a fork. Throws {@link Refused}. */
  fork(name: string): Promise<ForkSceneWire>
  /** Merges a fork into the project and removes it, or removes it alone. */
  chooseFork(name: string, choice: 'keep' | 'discard'): Promise<Answer>
  /** Restores the last working code. */
  restoreCode(): Promise<Answer>
  /** The named sets of values. */
  sets(): Promise<ParameterSetsWire>
  /** Saves a set, or removes it if there are no values; returns all sets. */
  saveSet(name: string, values: ParameterSetsWire[string] | null): Promise<ParameterSetsWire>
  /** Draws an example in an empty project. */
  example(): Promise<Answer>
  /** A small picture of the scene after a commit, which the server draws. Throws an `AbortError` where something else came first. */
  picture(id: string, theme: Theme): Promise<Blob>
}

/** A refusal of the project, with its reason. */
export class Refused extends Error {
  readonly error: ErrorWire
  /** The project that has no scene, where the scene was asked for. */
  readonly by: Pick<LoadedScene, 'project' | 'readOnly'> | undefined

  constructor(error: ErrorWire, by?: Refused['by']) {
    super(error.message)
    this.error = error
    this.by = by
  }
}
