import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

import { defineConfig } from 'vitest/config'

/**
 * The files that hold answers to a deadline where deadlines count (docs/maintaining.md): others would disturb them. A file that
 * runs alone leaves a core idle, so all run beside each other where order and outcome alone are asserted.
 */
const HOLDS_DEADLINES = process.env['SCENEWRIGHT_DEADLINES'] === '1'
const ALONE = ['cancel', 'endurance', 'hooks', 'huge', 'mcp', 'parallel', 'project', 'verify'].map(
  (name) => `__test__/${name}.test.ts`,
)

export default defineConfig({
  // As the build for Node sets it.
  define: { SCENEWRIGHT_FOR_BUNDLERS: 'false' },
  // Tests import the package as its users do, and get what the build made.
  resolve: {
    alias: {
      'scenewright/vitest': fileURLToPath(new URL('./dist/vitest.mjs', import.meta.url)),
      'scenewright/testing': fileURLToPath(new URL('./dist/testing.js', import.meta.url)),
      scenewright: fileURLToPath(new URL('./index.mjs', import.meta.url)),
    },
  },
  test: {
    setupFiles: ['__test__/answers.ts'],
    server: { deps: { external: [/\/index\.mjs$/, /\/dist\//] } },
    // What is awaited comes later on a busy machine, and its time is not asserted: on two cores that others use too, the longest
    // tests take a minute, and single steps several seconds. These limits only end what hangs.
    env: {
      // Of a script without a limit of its own. Five seconds are long for a script on a quiet machine, and not for one that is run
      // without optimization beside others.
      SCENEWRIGHT_TIME_MS: '20000',
    },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['__test__/**/*.test.ts', 'examples/programs/*.test.ts'],
          exclude: HOLDS_DEADLINES ? ALONE : [],
          // Much of what tests do is to wait for processes.
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 0 },
          typecheck: {
            enabled: true,
            // Version 7 takes a third of the time of version 5, which stays for its API. It is no program of its own on Windows.
            checker: process.platform === 'win32' ? 'tsc' : './node_modules/typescript-7/bin/tsc',
            include: ['__test__/**/*.test-d.ts'],
            tsconfig: './tsconfig.json',
          },
        },
      },
      ...(HOLDS_DEADLINES
        ? [
            {
              extends: true,
              test: { name: 'alone', include: ALONE, fileParallelism: false, sequence: { groupOrder: 1 } },
            },
          ]
        : []),
    ],
  },
})
