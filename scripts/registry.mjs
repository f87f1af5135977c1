// A registry of this machine for as long as a rehearsal lasts.
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

import { releaseTool } from './release-tools.mjs'
import { runIn } from './run-in.mjs'
import { npmCommand } from './setup.mjs'
import { StepError } from './support.mjs'

/** Our packages are there and nowhere else; all others come from where this machine takes them. */
const configuration = (uplink) => `storage: ./storage
max_body_size: 500mb
uplinks:
  npmjs:
    url: ${uplink}
packages:
  'scenewright':
    access: $all
    publish: $all
  'scenewright-*':
    access: $all
    publish: $all
  '**':
    access: $all
    proxy: npmjs
log: { type: stdout, format: pretty, level: error }
`

/** How long verdaccio may take to listen. */
const MAX_START_MS = 60_000

export class Registry {
  #child
  #folder

  constructor(child, folder, url) {
    this.#child = child
    this.#folder = folder
    this.url = url
  }

  /** Starts it on a port that is free. */
  static async start(folder, uplink) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'config.yaml'), configuration(uplink))
    const port = await freePort()
    const args = [releaseTool('verdaccio/bin/verdaccio'), '--config', 'config.yaml', '--listen', `127.0.0.1:${port}`]
    const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
    const stderr = []
    child.stderr.on('data', (chunk) => stderr.push(chunk))
    const url = `http://127.0.0.1:${port}/`
    const deadline = performance.now() + MAX_START_MS
    while (!(await isListening(url))) {
      if (child.exitCode !== null || performance.now() > deadline) {
        child.kill()
        throw new StepError(`verdaccio did not start.\n${Buffer.concat(stderr)}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    return new Registry(child, folder, url)
  }

  /** Publishes tarballs or folders. */
  async publish(paths) {
    this.configure(this.#folder)
    for (const path of paths) {
      await runIn(this.#folder, npmCommand(['publish', path, '--loglevel=error']), { env: this.environment() })
    }
  }

  /** Lets the package managers that are started in a folder use it. */
  configure(folder) {
    const host = this.url.replace(/^http:/, '')
    writeFileSync(join(folder, '.npmrc'), `registry=${this.url}\n${host}:_authToken=rehearsal\n`)
    writeFileSync(
      join(folder, '.yarnrc.yml'),
      `npmRegistryServer: '${this.url}'\nunsafeHttpWhitelist: ['127.0.0.1']\nenableTelemetry: false\n`,
    )
    writeFileSync(join(folder, '.yarnrc'), `registry "${this.url}"\n`)
    // Without it, yarn 4 would take a folder above for its own.
    writeFileSync(join(folder, 'yarn.lock'), '')
  }

  /** The environment of a package manager: nothing of the machine's own settings, and a cache of its own. */
  environment(cache = join(this.#folder, 'cache')) {
    return {
      npm_config_registry: this.url,
      npm_config_cache: cache,
      npm_config_update_notifier: 'false',
      npm_config_store_dir: join(cache, 'pnpm-store'),
      YARN_CACHE_FOLDER: join(cache, 'yarn'),
      // Yarn 4 keeps there what a registry said, by its host without the port: that of the rehearsal before would be asked.
      YARN_GLOBAL_FOLDER: join(cache, 'yarn-global'),
      // The packages to try were published a minute ago.
      YARN_NPM_MINIMAL_AGE_GATE: '0',
      YARN_ENABLE_GLOBAL_CACHE: 'false',
      YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
      SCENEWRIGHT_ADDON: '',
      SCENEWRIGHT_NATIVE: '',
      SCENEWRIGHT_RUNNER: '',
    }
  }

  async stop() {
    const ended = new Promise((resolve) => this.#child.once('close', resolve))
    if (this.#child.exitCode === null && this.#child.kill()) await ended
  }
}

async function isListening(url) {
  try {
    return (await fetch(`${url}-/ping`)).ok
  } catch {
    return false
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
      server.close(() => resolve(port))
    })
  })
}
