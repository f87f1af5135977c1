import { request } from 'node:http'

import { ScenewrightError } from '../errors.js'
import type { JoinRequest } from './server.js'

/** A project that a running server shows for this command. */
export interface Joined {
  readonly url: string
  /** Resolves when the server ends. */
  readonly ended: Promise<void>
  /** Takes the project off the page. */
  leave(): void
}

/** The time in which a server answers that it shows the project. Opening one takes milliseconds. */
const ANSWER_MS = 10_000

/** Hands a project over to a server that runs, by its control address. Undefined if the server is gone. */
export async function joinServer(control: string, asked: JoinRequest): Promise<Joined | undefined> {
  return new Promise((resolve, reject) => {
    let ends = (): void => {}
    const ended = new Promise<void>((end) => (ends = end))
    const headers = { 'Content-Type': 'application/json' }
    const sent = request(new URL('join', control), { method: 'POST', headers, agent: false }, (response) => {
      let said = ''
      response.setEncoding('utf8')
      response.on('data', (text: string) => {
        said += text
        const [line, more] = said.split('\n', 2)
        if (response.statusCode !== 200 || more === undefined) return
        clearTimeout(timer)
        const { url } = JSON.parse(line ?? '') as { readonly url: string }
        resolve({ url, ended, leave: () => void sent.destroy() })
      })
      response.on('close', () => {
        clearTimeout(timer)
        if (response.statusCode !== 200) {
          return reject(new ScenewrightError('invalid_input', `The running page refused the project: ${said.trim()}`))
        }
        ends()
        resolve(undefined)
      })
    })
    const timer = setTimeout(() => void sent.destroy(), ANSWER_MS)
    sent.on('error', () => {
      clearTimeout(timer)
      ends()
      resolve(undefined)
    })
    sent.end(JSON.stringify(asked))
  })
}
