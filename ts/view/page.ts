import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { ScenewrightError } from '../errors.js'
import type { SceneBytes } from './live-scene.js'

/** The page, with a content security policy that allows only what it needs. */
export interface Page {
  readonly html: string
  /** The parts of the policy that only a header can set. */
  readonly policy: string
  /** The entity tag of some bytes. */
  readonly tag: string
}

let loaded: Page | undefined

/** The page from the build: a single self-contained file. */
export function viewPage(): Page {
  loaded ??= load()
  return loaded
}

function load(): Page {
  const path = join(__dirname, 'view.html')
  let html: string
  try {
    html = readFileSync(path, 'utf8')
  } catch (cause) {
    throw new ScenewrightError(
      'internal',
      `The page of the live view is missing: ${path}. Install the package again.`,
      {
        cause,
      },
    )
  }
  const own = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? "default-src 'none'"
  const policy = `${own}; frame-ancestors 'none'; form-action 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'`
  return { html, policy, tag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"` }
}

/** The page with an embedded scene, which opens without a server. The policy stays the same, as data is not a script. */
export function sceneFile(project: string, { transactionId, version, json }: SceneBytes): string {
  const about = JSON.stringify({ transactionId, version, project, readOnly: true })
  const data = `${about.slice(0, -1)},"scene":${json.toString('utf8')}}`.replaceAll('<', '\\u003c')
  const tag = `<script type="application/json" id="scene-data">${data}</script>`
  const { html } = viewPage()
  const at = html.lastIndexOf('<script>')
  return html.slice(0, at) + tag + html.slice(at)
}
