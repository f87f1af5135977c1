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

/** The contents of a resource, as the protocol has them. */
export type ReadContents =
  | { uri: string; mimeType: string; text: string }
  | { uri: string; mimeType: string; blob: string }

/** Everything that a server offers over one session. Clients may open several endpoints; they share it. */
export interface Toolbox {
  readonly profile: 'files' | 'scene'
  /** The text that a model reads before the list of tools. */
  readonly instructions: string
  readonly tools: readonly Tool[]
  /** The extensions of the protocol that are served, with their settings. */
  readonly extensions?: { [id: string]: { [setting: string]: string[] } }
  /** What the server ships to say how its tools are used. */
  readonly skills?: readonly Skill[]
  /** True for a name that a call may have; the list of tools need not have it. */
  knows(name: string): boolean
  call(name: string, args: unknown, context: CallContext): Promise<CallToolResult>
  readonly prompts: readonly PromptRow[]
  readonly resources: ResourceSource
  /** Names that begin like this, for an argument of a prompt or a variable of a resource template. */
  complete(subject: string, value: string, given: Given, context: SourceContext): Promise<readonly string[]>
  /** The client's folders are others now. */
  rootsChanged?(): Promise<void>
  /** The message of an internal fault. */
  fault(kind: 'closed' | 'internal', message: string): CallToolResult
  close(): Promise<void>
}

/** Arguments by their names. */
export interface Given {
  readonly [name: string]: string | undefined
}

/** The surroundings of a question of a client. */
export interface SourceContext {
  readonly signal: AbortSignal
  /** The endpoint that the client speaks to. */
  readonly server: Server
}

/** The surroundings of a call of a tool. */
export interface CallContext extends SourceContext {
  /** Receives the steps of the call. */
  readonly report: CallListener
}

/** A prompt: text for a usual job, made of what a person filled in. */
export interface PromptRow {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly arguments: readonly PromptArgument[]
  write(given: Given, context: SourceContext): Promise<PromptMessage[]>
}

export interface PromptArgument {
  readonly name: string
  readonly description: string
  readonly required?: boolean
}

/** The resources of a server. */
export interface ResourceSource {
  list(context: SourceContext): Promise<Resource[]>
  readonly templates: readonly ResourceTemplateType[]
  /** The contents of a resource; undefined where there is none. */
  read(uri: string, context: SourceContext): Promise<ReadContents[] | undefined>
  /** A client wants to hear of changes of these. */
  follow?(uris: readonly string[], context: SourceContext): Promise<void>
  /** Calls a listener with every change, until the function that it returns is called. */
  watch(listener: (change: ResourceChange) => void): () => void
}

/** A change of resources. */
export interface ResourceChange {
  /** Those that are known to be different. */
  readonly uris: readonly string[]
  /** True for a resource that may be different as well. */
  concerns(uri: string): boolean
  /** There are others than before. */
  readonly isListChanged: boolean
}
