// The test projects: `unit` for engine and stores in Node, `apart` for tests that need fresh modules,
// `component` in a simulated page, and `e2e` for the built extension in real browsers.
import { existsSync } from 'node:fs'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'
import { WxtVitest } from 'wxt/testing/vitest-plugin'
import { gameWords } from './.build/game-words.ts'

// tsconfig.json extends a file that WXT generates. A fresh clone does not have it.
if (!existsSync('.wxt/tsconfig.json')) await (await import('wxt')).prepare({})

// The time zone in which tests expect dates, unless the environment sets another one.
process.env.TZ ??= 'UTC'

export default defineConfig({
  test: {
    // Runs two files in parallel even on two cores. By default, Vitest leaves one core free.
    maxWorkers: 2,
    // Coverage of critical code, measured by `npm run coverage`.
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
          // Each worker loads modules once for all its files, which halves the run time.
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        plugins: [WxtVitest(), vue(), gameWords],
        test: {
          name: 'apart',
          include: ['tests/apart/**/*.test.ts'],
          environment: 'node',
          testTimeout: 60_000,
        },
      },
      {
        plugins: [WxtVitest(), vue(), gameWords],
        test: {
          name: 'component',
          include: ['tests/component/**/*.test.ts'],
          environment: 'happy-dom',
          setupFiles: 'tests/component/setup.ts',
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          // All files share the running browsers.
          environment: './tests/e2e/environment.ts',
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
