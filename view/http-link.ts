import { Refused, type Link, type LiveEvent, type LoadedScene, type NoteToAgent } from './link.js'
import type { Answer, ErrorWire, SceneWire } from './wire.js'

/** The way to the server that served this page. */
export class HttpLink implements Link {
  async load(at?: string): Promise<LoadedScene> {
    const response = await fetch(at === undefined ? 'scene' : `scene?at=${encodeURIComponent(at)}`)
    const body: unknown = await response.json()
    if (!response.ok) throw new Refused((body as { error: ErrorWire }).error)
    const header = (name: string): string => decodeURIComponent(response.headers.get(name) ?? '')
    return {
      scene: body as SceneWire,
      transactionId: header('X-Transaction'),
      project: header('X-Project'),
      readOnly: header('X-Read-Only') === 'true',
    }
  }

  async call(name: string, args: object = {}): Promise<Answer> {
    return (await this.#post('call', { name, arguments: args })) as Answer
  }

  async send(note: NoteToAgent): Promise<void> {
    await this.#post('notes', note)
  }

  async download(format: string): Promise<string> {
    const link = document.createElement('a')
    link.href = `export?format=${encodeURIComponent(format)}`
    link.download = ''
    link.click()
    return `The ${format.toUpperCase()} is on its way to your downloads.`
  }

  listen(hear: (event: LiveEvent) => void, connected: (isConnected: boolean) => void): void {
    const source = new EventSource('events')
    source.addEventListener('open', () => connected(true))
    source.addEventListener('error', () => connected(false))
    source.addEventListener('message', ({ data }) => hear(JSON.parse(data)))
    source.addEventListener('scene', ({ data }) => {
      const loaded: LoadedScene = JSON.parse(data)
      hear({ type: 'scene', transactionId: loaded.transactionId, loaded })
    })
  }

  async #post(path: string, body: object): Promise<unknown> {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Refused({ kind: 'refused', message: (await response.text()).trim() })
    return response.json()
  }
}
