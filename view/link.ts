import type {
  Answer,
  ErrorWire,
  ExportPreview,
  ExportWish,
  PagesWire,
  ParameterSetsWire,
  ProposalQuestion,
  ProposalWire,
  SceneWire,
} from './wire.js'

/** Something that happened in the project. */
export type LiveEvent =
  | SceneEvent
  | { readonly type: 'log'; readonly level: string; readonly message: string }
  | { readonly type: 'revert'; readonly error: ErrorWire }

/** The scene as it is now, whole where it came with the event. */
export interface SceneEvent {
  readonly type: 'scene'
  /** Null where nothing is drawn. */
  readonly version: string | null
  readonly transactionId: string | null
  readonly error?: ErrorWire
  readonly loaded?: LoadedScene
}

/** The scene as the project gives it; without one where nothing is drawn yet. */
export interface LoadedScene {
  readonly scene: SceneWire | undefined
  readonly transactionId: string
  readonly version: string
  readonly project: string
  /** The person may look, and change nothing. */
  readonly readOnly: boolean
}

/** What a person sends to the agent. */
export interface NoteToAgent {
  readonly text: string
  readonly selected: readonly string[]
  readonly transactionId: string
}

/** The page's way to the project: over HTTP on this machine, or through the host of an MCP App. */
export interface Link {
  /** The scene as it is, or as a commit left it. Throws {@link Refused}. */
  load(at?: string): Promise<LoadedScene>
  call(name: string, args?: object): Promise<Answer>
  send(note: NoteToAgent): Promise<void>
  /** Answers what became of the file. */
  download(format: string): Promise<string>
  /** The scene with other values of its parameters, of which nothing is committed. Absent where it cannot be had. */
  preview?(parameters: object, signal: AbortSignal): Promise<LoadedScene>
  /** Makes files to look at before they are downloaded. Absent where that cannot be had. */
  readonly desk?: Desk
  /** The pages of other projects that a person may switch to. Absent where there is only one. */
  projects?(): Promise<PagesWire>
  /** What a page can do besides, where it is served by this machine. */
  readonly hand?: Hand
  /** Starts to report events, and whether the connection is up. */
  listen(hear: (event: LiveEvent) => void, connected: (isConnected: boolean) => void): void
}

/** Files as a person wants them, which are shown before they are downloaded. */
export interface Desk {
  /** Makes a file, and answers what is in it. Throws {@link Refused}. */
  preview(wish: ExportWish, signal: AbortSignal): Promise<ExportPreview>
  /** Downloads the file that a preview showed. */
  download(id: string): Promise<void>
}

/** Changes that a person makes by hand on the page. */
export interface Hand {
  /** What a change would be in the code. */
  propose(question: ProposalQuestion): Promise<ProposalWire>
  /** Makes a change that was proposed, if it is still the same. */
  change(question: ProposalQuestion, after: string): Promise<Answer>
  /** Gives all files the state that an earlier commit left. */
  restore(id: string): Promise<Answer>
  /** Gives the files the code that worked last. */
  restoreCode(): Promise<Answer>
  /** The named sets of values. */
  sets(): Promise<ParameterSetsWire>
  /** Saves a set, or removes it where there are no values; answers all of them. */
  saveSet(name: string, values: ParameterSetsWire[string] | null): Promise<ParameterSetsWire>
  /** Draws an example where nothing is drawn yet. */
  example(): Promise<Answer>
}

/** What the project refused, and why. */
export class Refused extends Error {
  readonly error: ErrorWire

  constructor(error: ErrorWire) {
    super(error.message)
    this.error = error
  }
}
