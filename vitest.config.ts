// Three kinds of tests: engine and stores in Node, where those that put a module in another's place stand
// apart, components in a simulated page, and the built extension in real browsers.
import { existsSync } from 'node:fs'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'
import { WxtVitest } from 'wxt/testing/vitest-plugin'

// tsconfig.json extends a file that WXT writes, which a fresh clone lacks.
if (!existsSync('.wxt/tsconfig.json')) await (await import('wxt')).prepare({})

export default defineConfig({
  test: {
    // Two files at a time, also where that is every core: Vitest would leave one free.
    maxWorkers: 2,
    // What must not break silently: asked for with `--coverage`, as `npm test` does.
    coverage: {
      provider: 'v8',
      include: ['engine/**/*.ts', 'stores/{session,sync}/**/*.ts'],
      reporter: [['text', { skipFull: true }]],
      thresholds: { lines: 95 },
    },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts'],
          environment: 'node',
          // The modules are loaded once for all files, which takes half of the time.
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'apart',
          include: ['tests/apart/**/*.test.ts'],
          environment: 'node',
          testTimeout: 60_000,
        },
      },
      {
        plugins: [WxtVitest(), vue()],
        test: {
          name: 'component',
          include: ['tests/component/**/*.test.ts'],
          environment: 'happy-dom',
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          // A file goes on with the browsers of the file before.
          environment: './tests/e2e/environment.ts',
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
