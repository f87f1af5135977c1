import { Refused, type Link, type LoadedScene } from './link.js'
import type { Answer } from './wire.js'

/** The page as one file with the embedded scene: it shows, measures and searches without a server. */
export class FileLink implements Link {
  readonly #data: string

  private constructor(data: string) {
    this.#data = data
  }

  /** The embedded scene; undefined in a page that was served without one. */
  static find(): FileLink | undefined {
    const data = document.getElementById('scene-data')?.textContent
    return data ? new FileLink(data) : undefined
  }

  async load(at?: string): Promise<LoadedScene> {
    if (at !== undefined) throw nobodyToAsk()
    return JSON.parse(this.#data) as LoadedScene
  }

  async call(): Promise<Answer> {
    return { status: 'refused', answer: { success: false, error: nobodyToAsk().message } }
  }

  async send(): Promise<void> {
    throw nobodyToAsk()
  }

  async download(): Promise<string> {
    throw nobodyToAsk()
  }

  listen(): void {
    // Nothing changes a file.
  }
}

function nobodyToAsk(): Refused {
  return new Refused({
    kind: 'refused',
    message: 'This is a file with one state of the drawing: open the project for more.',
  })
}
