import type { Answer, ErrorWire, SceneWire } from './wire.js'

/** Something that happened in the project. */
export type LiveEvent =
  | SceneEvent
  | { readonly type: 'log'; readonly level: string; readonly message: string }
  | { readonly type: 'revert'; readonly error: ErrorWire }

/** The scene as it is now, whole where it came with the event. */
export interface SceneEvent {
  readonly type: 'scene'
  readonly transactionId: string | null
  readonly error?: ErrorWire
  readonly loaded?: LoadedScene
}

/** The scene as the project gives it. */
export interface LoadedScene {
  readonly scene: SceneWire
  readonly transactionId: string
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
  /** Begins to tell of events, and of whether they can be heard. */
  listen(hear: (event: LiveEvent) => void, connected: (isConnected: boolean) => void): void
}

/** What the project refused, and why. */
export class Refused extends Error {
  readonly error: ErrorWire

  constructor(error: ErrorWire) {
    super(error.message)
    this.error = error
  }
}
