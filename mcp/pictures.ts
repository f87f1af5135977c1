import { createHash, randomBytes } from 'node:crypto'
import { lstat, mkdir, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { PictureFile } from '../ts/call-results.js'

/** The number of pictures kept. A model looks at the last few; at 40 kB each the folder stays below a megabyte. */
const MAX_KEPT = 20

const NAME = /^[a-z_]{1,20}-[0-9a-f]{12}\.png$/

/**
 * The pictures of the latest answers, in the project's state folder: some hosts drop the picture of an answer, and their
 * models can look at the file instead. A picture is named by its contents, so equal pictures are stored once.
 */
export class PictureFolder {
  readonly #projectState: string
  readonly #folder: string
  readonly #base: string

  /** `base` is the beginning of the addresses of the project's resources. */
  constructor(projectDir: string, base: string) {
    this.#projectState = join(projectDir, '.scenewright')
    this.#folder = join(this.#projectState, 'pictures')
    this.#base = base
  }

  /** Stores a picture. Returns undefined if it cannot be written: the answer has the picture too. */
  async keep(tool: string, png: Buffer): Promise<PictureFile | undefined> {
    const name = `${tool}-${createHash('sha256').update(png).digest('hex').slice(0, 12)}.png`
    const path = join(this.#folder, name)
    try {
      await this.#prepare()
      const now = new Date()
      // Setting the time fails where the file does not exist, and keeps it from being removed as the oldest.
      const isKnown = await utimes(path, now, now).then(
        () => true,
        () => false,
      )
      if (!isKnown) await this.#write(path, png)
      await this.#removeOld()
      return { path, name, uri: `${this.#base}pictures/${name}` }
    } catch {
      return undefined
    }
  }

  /** The bytes of a picture that is still kept. */
  async read(name: string): Promise<Buffer | undefined> {
    if (!NAME.test(name)) return undefined
    try {
      await this.#assertOwn()
      const path = join(this.#folder, name)
      // Not `stat`: a link of that name could lead to any file.
      return (await lstat(path)).isFile() ? await readFile(path) : undefined
    } catch {
      return undefined
    }
  }

  async #prepare(): Promise<void> {
    await mkdir(this.#projectState, { recursive: true, mode: 0o700 })
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    await this.#assertOwn()
    // Pictures are not part of the project: git should ignore the folder, including this file.
    await writeFile(join(this.#folder, '.gitignore'), '*\n', { flag: 'wx', mode: 0o600 }).catch(() => {})
  }

  /** A link would lead out of the project. */
  async #assertOwn(): Promise<void> {
    for (const folder of [this.#projectState, this.#folder]) {
      if (!(await lstat(folder)).isDirectory()) throw new Error(`${folder} is not a folder`)
    }
  }

  async #write(path: string, png: Buffer): Promise<void> {
    const temporary = join(this.#folder, `.${randomBytes(6).toString('hex')}.part`)
    try {
      // Under a name that `read` and `removeOld` do not match: a client never sees a half-written picture.
      await writeFile(temporary, png, { flag: 'wx', mode: 0o600 })
      await rename(temporary, path)
    } catch (thrown) {
      await rm(temporary, { force: true })
      throw thrown
    }
  }

  async #removeOld(): Promise<void> {
    const names = (await readdir(this.#folder)).filter((name) => NAME.test(name))
    if (names.length <= MAX_KEPT) return
    const dated = await Promise.all(
      names.map(async (name) => {
        // Another process may have removed it.
        const found = await lstat(join(this.#folder, name)).catch(() => undefined)
        return { name, usedAt: found?.mtimeMs ?? 0 }
      }),
    )
    dated.sort((one, other) => other.usedAt - one.usedAt)
    await Promise.all(dated.slice(MAX_KEPT).map(({ name }) => rm(join(this.#folder, name), { force: true })))
  }
}
