// Makes the page of the live view: one file with script and style in it, and a policy that allows these alone.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { ROOT } from './support.mjs'

/** Bundles `view/` into `dist/view.html`. */
export async function buildViewPage() {
  const { build } = await import('esbuild')
  /** @satisfies {import('esbuild').BuildOptions} */
  const options = {
    absWorkingDir: ROOT,
    write: false,
    bundle: true,
    minify: true,
    charset: 'utf8',
    logLevel: 'warning',
  }
  const [script, style] = await Promise.all([
    build({
      ...options,
      entryPoints: ['view/main.ts'],
      format: 'iife',
      target: 'es2022',
      tsconfig: 'view/tsconfig.json',
    }),
    build({ ...options, entryPoints: ['view/style.css'] }),
  ])
  const code = textOf(script).replaceAll('</script', '<\\/script')
  const rules = textOf(style)
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(code)}'`,
    // Where a box is on the screen is set by script, which the policy of styles does not count.
    `style-src '${hashOf(rules)}'`,
    'img-src data: blob:',
    "connect-src 'self'",
  ].join('; ')
  const html = readFileSync(join(ROOT, 'view', 'index.html'), 'utf8')
    .replace('<!--policy-->', () => `<meta http-equiv="Content-Security-Policy" content="${policy}">`)
    .replace('<!--style-->', () => `<style>${rules}</style>`)
    .replace('<!--script-->', () => `<script>${code}</script>`)
  writeFileSync(join(ROOT, 'dist', 'view.html'), html)
}

/** @param {{ outputFiles: { text: string }[] }} result */
function textOf({ outputFiles: [file] }) {
  return file.text.trimEnd()
}

function hashOf(text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
