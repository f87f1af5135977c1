// An MCP server by HTTP over the project in /projects/main, for those who know the token.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const folder = process.env.PROJECTS ?? '/projects'
const port = process.env.PORT ?? '7391'
if (!process.env.SCENEWRIGHT_TOKEN) {
  console.error('Set SCENEWRIGHT_TOKEN to a secret of at least 16 characters.')
  process.exit(2)
}

const home = dirname(createRequire(import.meta.url).resolve('scenewright/package.json'))
const host = process.env.PUBLIC_HOST ?? 'localhost'
const server = spawn(
  process.execPath,
  [join(home, 'bin', 'scenewright'), 'mcp', join(folder, 'main'), '--http', '--host', '0.0.0.0', '--port', port, '--allow-host', host],
  { stdio: 'inherit' },
)

for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT'])) process.on(signal, () => server.kill(signal))
server.once('close', (code) => process.exit(code ?? 1))
