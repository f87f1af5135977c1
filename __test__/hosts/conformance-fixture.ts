// A server of the names that the conformance suite of the protocol asks for, made of the same parts as the own servers.
import type { CallToolResult, PromptMessage } from '@modelcontextprotocol/server'

import { listen } from '../../mcp/http.js'
import type { CallContext, PromptRow, Toolbox } from '../../mcp/toolbox.js'

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA='

const text = (words: string) => ({ type: 'text' as const, text: words })
const image = { type: 'image' as const, data: PNG, mimeType: 'image/png' }
const audio = { type: 'audio' as const, data: WAV, mimeType: 'audio/wav' }
const embedded = (uri: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType: 'text/plain', text: 'This is an embedded resource content.' },
})

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const TOOLS: Record<string, (context: CallContext) => Promise<CallToolResult> | CallToolResult> = {
  test_simple_text: () => ({ content: [text('This is a simple text response for testing.')] }),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [audio] }),
  test_embedded_resource: () => ({ content: [embedded('test://embedded-resource')] }),
  test_multiple_content_types: () => ({
    content: [text('Multiple content types test:'), image, embedded('test://mixed-content-resource')],
  }),
  test_error_handling: () => ({
    content: [text('This tool intentionally returns an error for testing')],
    isError: true,
  }),
  async test_tool_with_progress({ report }) {
    for (const message of ['begun', 'half', 'done']) {
      report({ type: 'progress', callId: 1, step: 'run', message })
      await sleep(100)
    }
    return { content: [text('done')] }
  },
}

const user = (content: PromptMessage['content']): PromptMessage => ({ role: 'user', content })

const PROMPTS: PromptRow[] = [
  {
    ...{ name: 'test_simple_prompt', title: 'Simple', description: 'A prompt without arguments.', arguments: [] },
    write: async () => [user(text('This is a simple prompt for testing.'))],
  },
  {
    ...{ name: 'test_prompt_with_arguments', title: 'Arguments', description: 'A prompt with two arguments.' },
    arguments: ['arg1', 'arg2'].map((name) => ({ name, description: name, required: true })),
    write: async ({ arg1, arg2 }) => [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
  },
  {
    ...{ name: 'test_prompt_with_embedded_resource', title: 'Resource', description: 'A prompt with a resource.' },
    arguments: [{ name: 'resourceUri', description: 'Its address.', required: true }],
    write: async ({ resourceUri = '' }) => [
      user(embedded(resourceUri)),
      user(text('Please process the resource above.')),
    ],
  },
  {
    ...{ name: 'test_prompt_with_image', title: 'Image', description: 'A prompt with an image.', arguments: [] },
    write: async () => [user(image), user(text('Please analyze the image above.'))],
  },
]

const TEXT = { uri: 'test://static-text', name: 'text', mimeType: 'text/plain' }
const BINARY = { uri: 'test://static-binary', name: 'binary', mimeType: 'image/png' }
const WATCHED = { uri: 'test://watched-resource', name: 'watched', mimeType: 'text/plain' }

const toolbox: Toolbox = {
  profile: 'files',
  instructions: 'A fixture of the conformance suite.',
  tools: Object.keys(TOOLS).map((name) => ({
    name,
    description: `The fixture ${name}.`,
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  })),
  knows: (name) => Object.hasOwn(TOOLS, name),
  call: async (name, _, context) => (await TOOLS[name]?.(context)) ?? { content: [], isError: true },
  prompts: PROMPTS,
  resources: {
    list: async () => [TEXT, BINARY, WATCHED],
    templates: [{ uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' }],
    async read(uri) {
      const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1]
      if (id) return [{ uri, mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true }) }]
      if (uri === BINARY.uri) return [{ uri, mimeType: 'image/png', blob: PNG }]
      return uri === TEXT.uri || uri === WATCHED.uri
        ? [{ uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }]
        : undefined
    },
    watch: () => () => {},
  },
  complete: async (_, value) => ['paris', 'park', 'party'].filter((word) => word.startsWith(value)),
  fault: (kind, message) => ({ content: [text(`${kind}: ${message}`)], isError: true }),
  close: async () => {},
}

const own = ['localhost', '127.0.0.1', '[::1]']
const source = { toolboxFor: async () => toolbox, release: async () => {} }
const port = Number(process.argv[2] ?? 7_392)
void listen(source, { host: '127.0.0.1', port, rules: { hosts: own, origins: own } }).then(({ url }) =>
  process.stdout.write(`${url}\n`),
)
