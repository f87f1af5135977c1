import { fileURLToPath } from 'node:url'

import { defineConfig } from 'vitest/config'

export default defineConfig({
  // Tests import the package as its users do, and get what the build made.
  resolve: { alias: { scenewright: fileURLToPath(new URL('./index.mjs', import.meta.url)) } },
  test: {
    include: ['__test__/**/*.test.ts'],
    setupFiles: ['__test__/answers.ts'],
    server: { deps: { external: [/\/index\.mjs$/, /\/dist\//] } },
    typecheck: {
      enabled: true,
      include: ['__test__/**/*.test-d.ts'],
      tsconfig: './tsconfig.json',
    },
    // Several tests hold answers to a deadline; files that run side by side would only measure each other.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
