// The Chromium in which tests, benches and pictures show the live view.
import { existsSync } from 'node:fs'

import { chromium } from 'playwright-core'

/**
 * The program that SCENEWRIGHT_CHROMIUM names; else where Debian has one, first the shell, with which the tests take a seventh less time
 * than with the browser; else where `playwright-core install chromium` puts one.
 */
export const CHROMIUM =
  process.env.SCENEWRIGHT_CHROMIUM ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', chromium.executablePath()].find((path) =>
    existsSync(path),
  ) ??
  '/usr/bin/chromium'
