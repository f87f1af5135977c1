import type { Session } from '../session.js'
import { toolAnswer } from '../results.js'
import type { Envelope } from '../wire.js'

/**
 * The tools that the page may call: questions, undo and redo, runs with other parameters, and exports. None of them
 * changes code.
 */
export const PAGE_TOOLS: ReadonlySet<string> = new Set(['export', 'history', 'inspect', 'read', 'redo', 'run', 'undo'])

/** The tools that a read-only page may call: none commits or writes. */
export const LOOKING_TOOLS: ReadonlySet<string> = new Set(['history', 'inspect', 'read'])

/** The answer to a page: the object of the tool, with its text if it has one. */
export interface PageAnswer {
  readonly status: string
  readonly answer: object
  readonly text?: string | undefined
}

/** Calls a tool for a page. */
export async function callForPage(
  session: Session,
  name: string,
  args: object,
  signal: AbortSignal,
): Promise<PageAnswer> {
  return pageAnswer(await session.call(name, args, signal, undefined, { author: 'person' }))
}

/** The answer to a call, for a page. */
export function pageAnswer(envelope: Envelope): PageAnswer {
  return {
    status: envelope.status,
    answer: toolAnswer(envelope),
    ...(envelope.text !== undefined && { text: envelope.text }),
  }
}

/** The media types of exports, by format. */
export const MEDIA_TYPES: { readonly [format: string]: string } = {
  svg: 'image/svg+xml',
  png: 'image/png',
  dxf: 'image/vnd.dxf',
  pdf: 'application/pdf',
  json: 'application/json',
}
