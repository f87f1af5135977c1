import { spawn } from 'node:child_process'

/** Opens an address in the user's browser; returns true if one could be started. */
export function openInBrowser(url: string): Promise<boolean> {
  const [command, ...args] = browserCommand(url)
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'ignore', detached: true })
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}

function browserCommand(url: string): [command: string, ...args: string[]] {
  const own = process.env['BROWSER']
  if (own) return [own, url]
  if (process.platform === 'darwin') return ['open', url]
  // The address contains no special characters of the Windows shell.
  if (process.platform === 'win32') return ['cmd', '/c', 'start', '', url]
  return ['xdg-open', url]
}
