import type {
  CallToolResult,
  PromptMessage,
  Resource,
  ResourceTemplateType,
  Server,
  Tool,
} from '@modelcontextprotocol/server'

import type { CallListener } from '../ts/session.js'
import type { Skill } from './skills.js'

/** The contents of a resource in the protocol. */
export type ReadContents =
  | { uri: string; mimeType: string; text: string }
  | { uri: string; mimeType: string; blob: string }

/** Everything that a server offers over one session. Clients may open several endpoints; they share it. */
export interface Toolbox {
  readonly profile: 'files' | 'scene'
  /** Name of the server, as its clients see it. Default: `scenewright`. */
  readonly serverName?: string
  /** The text that a model reads before the list of tools. */
  readonly instructions: string
  readonly tools: readonly Tool[]
  /** The extensions of the protocol that are served, with their settings. */
  readonly extensions?: { [id: string]: { [setting: string]: string[] } }
  /** The skills that explain how to use the tools. */
  readonly skills?: readonly Skill[]
  /** True for the name of a tool that can be called, even if it is not listed. */
  knows(name: string): boolean
  call(name: string, args: unknown, context: CallContext): Promise<CallToolResult>
  /**
   * Does the same for a client whose answer is the line that begins with `start` and ends with `}` after the result. Returns
   * that line, or the result where it is no text. Absent where no lines are made.
   */
  callForLine?(name: string, args: unknown, start: string, context: CallContext): Promise<Uint8Array | CallToolResult>
  readonly prompts: readonly PromptRow[]
  readonly resources: ResourceSource
  /** Names that begin with a text, for an argument of a prompt or a variable of a resource template. */
  complete(subject: string, value: string, given: Given, context: SourceContext): Promise<readonly string[]>
  /** The client's folders have changed. */
  rootsChanged?(): Promise<void>
  /** The message of an internal fault. */
  fault(kind: 'closed' | 'internal', message: string): CallToolResult
  close(): Promise<void>
}

/** Arguments by their names. */
export interface Given {
  readonly [name: string]: string | undefined
}

/** The context of a request of a client. */
export interface SourceContext {
  readonly signal: AbortSignal
  /** The endpoint that the client speaks to. */
  readonly server: Server
}

/** The context of a tool call. */
export interface CallContext extends SourceContext {
  /** Receives the steps of the call. */
  readonly report: CallListener
}

/** A prompt: text for a common task, built from arguments that a person filled in. */
export interface PromptRow {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly arguments: readonly PromptArgument[]
  write(given: Given, context: SourceContext): Promise<PromptMessage[]>
}

interface PromptArgument {
  readonly name: string
  readonly description: string
  readonly required?: boolean
}

/** The resources of a server. */
export interface ResourceSource {
  list(context: SourceContext): Promise<Resource[]>
  readonly templates: readonly ResourceTemplateType[]
  /** The contents of a resource; undefined if it does not exist. */
  read(uri: string, context: SourceContext): Promise<ReadContents[] | undefined>
  /** Watches these resources for a client. */
  follow?(uris: readonly string[], context: SourceContext): Promise<void>
  /** Calls a listener with every change, until the returned function is called. */
  watch(listener: (change: ResourceChange) => void): () => void
}

/** A change of resources. */
export interface ResourceChange {
  /** The resources that are known to have changed. */
  readonly uris: readonly string[]
  /** True for a resource that may have changed too. */
  concerns(uri: string): boolean
  /** True if the list of resources has changed. */
  readonly isListChanged: boolean
}
