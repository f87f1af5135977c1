import type { CallToolResult } from '@modelcontextprotocol/server'

import type { McpContent, ToolAnswer } from '../index.js'
import { sceneCallResult, toCallToolResult, type AnswerForm } from '../ts/call-results.js'
import { isObject } from '../ts/check.js'
import type { SceneDoor } from '../ts/project.js'
import type { Session } from '../ts/session.js'
import { isAnswered, refusal } from '../ts/wire.js'
import { baseOf } from './addresses.js'
import { withPageAnswer } from './page-answers.js'
import type { CallContext } from './toolbox.js'

/** The media types of the export formats. */
export const MEDIA_TYPES: { readonly [format: string]: string } = {
  svg: 'image/svg+xml',
  png: 'image/png',
  json: 'application/json',
  dxf: 'image/vnd.dxf',
  pdf: 'application/pdf',
}

/** The form of the answer to an export. */
interface ExportForm extends AnswerForm {
  readonly isReadOnly: boolean
  /** The call may come from the page of an MCP App. */
  readonly forPage: boolean
}

/** The arguments of an export that select a variant of a format. */
const CHOICES: ReadonlySet<string> = new Set(['text', 'fills', 'dedupe', 'sheet'])

/**
 * The answer of the tool `export`: with a link to a resource, which has the file whatever its size. A file that is too
 * large for the answer is only linked.
 */
export async function exportResult(
  { session }: SceneDoor,
  project: string,
  args: unknown,
  form: ExportForm,
  context: CallContext,
): Promise<CallToolResult> {
  const path = isObject(args) && 'path' in args ? args.path : undefined
  if (form.isReadOnly && path !== undefined && path !== null) {
    const words = 'export was not written: this server is read-only. Leave path out, and the answer has the file.'
    return sceneCallResult(refusal('not_permitted', words))
  }
  const answered = await session.call('export', args, context.signal, context.report)
  const base = baseOf(project)
  if (!isAnswered(answered)) {
    return answered.answer.errorInfo.kind === 'too_large'
      ? linkToScene(session, base, args, form, context)
      : ofPage(sceneCallResult(answered), answered.answer, form)
  }
  const result = ofPage(sceneCallResult(answered, form), answered.answer, form)
  const { format, bytes, path: written } = answered.answer.data
  if (written === undefined) return result
  const parts = written.split(/[\\/]/)
  const link = { uri: base + parts.map(encodeURIComponent).join('/'), name: parts.at(-1) ?? written, size: bytes }
  return { ...result, content: [...result.content, linkOf(link, format)] }
}

function ofPage(result: CallToolResult, answer: object, { forPage }: ExportForm): CallToolResult {
  return forPage ? withPageAnswer(result, answer) : result
}

/** The answer for a file that is too large for one: a link to the scene of the commit in that format. */
async function linkToScene(
  session: Session,
  base: string,
  args: unknown,
  form: ExportForm,
  context: CallContext,
): Promise<CallToolResult> {
  const whole = await session.exportWhole(args, context.signal)
  if (!isAnswered(whole)) return sceneCallResult(whole)
  const { format, bytes, transactionId } = whole.answer.data
  const choices = Object.entries(args as object).filter(([name]) => CHOICES.has(name))
  const query =
    choices.length > 0
      ? `?${new URLSearchParams(choices.map(([name, value]): [string, string] => [name, String(value)]))}`
      : ''
  const uri = `${base}commits/${transactionId}/scene.${format}${query}`
  const answer: ToolAnswer = { success: true, data: { format, bytes, transactionId } }
  const result = ofPage(toCallToolResult(answer, { structuredContent: form.structured }), answer, form)
  return { ...result, content: [...result.content, linkOf({ uri, name: `scene.${format}`, size: bytes }, format)] }
}

function linkOf(
  link: { readonly uri: string; readonly name: string; readonly size: number },
  format: string,
): McpContent {
  return { type: 'resource_link', ...link, mimeType: MEDIA_TYPES[format] ?? 'application/octet-stream' }
}
