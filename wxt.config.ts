// The extension: what WXT builds for Chrome and Firefox from one source.
import { resolve } from 'node:path'
import { defineConfig } from 'wxt'
import { firstFramePage, firstFrameScripts } from './.build/first-frame.ts'
import { cardRules, writeCards } from './.build/cards.ts'
import { featureLayer } from './.build/feature-layer.ts'
import { manifestMessages } from './.build/locales.ts'
import { noteBundled, writeLicences } from './.build/licences.ts'
import { slimPolyfillFor } from './.build/slim-polyfill.ts'
import { chunksFrom } from './.build/chunks.ts'

/** What a new tab needs before its first paint, for any game but the first, at the table, and later on. */
const chunks = chunksFrom(
  {
    start: ['entrypoints/newtab/main.ts'],
    games: ['engine/games/all.ts', 'components/table/place-shapes.ts', 'components/game-words.ts'],
    table: [
      'components/table/useHands.ts',
      'components/table/useBoardSnapshot.ts',
      'components/useFocusTrail.ts',
      'stores/platform/page-locks.ts',
      'components/strip/GameNotice.vue',
      'components/panels/FailureNotice.vue',
    ],
    late: [
      'entrypoints/newtab/late-work.ts',
      'components/bar/DealLevel.vue',
      'components/bar/ScoreFigure.vue',
      'components/bar/BarList.vue',
      'components/panels/AnyPanel.vue',
    ],
  },
  '.output/start-chunk.json',
)

/** Pages connect to nothing; the background connects to the place of a person's own, where there is one. */
const PAGE_POLICY = "connect-src 'self'"
/** The words of all games in one chunk for each language. */
const gameWords = {
  name: (id: string) => `games-${/words\/([\w-]+)\.json/.exec(id)?.[1]}`,
  test: /engine\/games\/[\w-]+\/words\/[\w-]+\.json$/,
}

/**
 * Nothing from anywhere else, no inline script, no eval, and no text becomes markup or script: only Vue's
 * templates and the addresses of the two workers are trusted. Styles may be inline: the style of the first
 * frame is in the page.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self' https: http:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types vue quickhand win',
].join('; ')

/** Writes the policy of the pages into them: the manifest's holds for the background too, and allows more. */
const pagePolicy = {
  name: 'page-policy',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', 'content': PAGE_POLICY },
      injectTo: 'head-prepend' as const,
    },
  ],
}

export default defineConfig({
  modules: ['@wxt-dev/module-vue'],
  imports: false,
  publicDir: 'assets/public',
  manifestVersion: 3,
  manifest: ({ browser, mode }) => ({
    name: '__MSG_name__',
    short_name: 'Quickhand',
    description: '__MSG_description__',
    default_locale: 'en',
    // Alarms ask nobody: by them what waits is sent though the browser has ended the background.
    permissions: ['storage', 'alarms'],
    // Chrome draws the small pictures of sites by a permission of their own.
    optional_permissions: ['search', 'topSites', ...(browser === 'chrome' ? ['favicon'] : [])],
    // One origin of these is asked for, when a person connects a place of their own.
    optional_host_permissions: ['https://*/*', 'http://*/*'],
    // A private window shares no locks with the others, so two tabs would play one game at once.
    incognito: 'not_allowed',
    ...(browser === 'chrome' && { minimum_chrome_version: '140' }),
    ...(mode === 'production' && { content_security_policy: { extension_pages: POLICY } }),
    action: { default_title: 'Quickhand' },
    icons: { 16: 'icon/16.png', 32: 'icon/32.png', 48: 'icon/48.png', 128: 'icon/128.png' },
    ...(browser === 'firefox' && {
      browser_specific_settings: {
        gecko: {
          // For ever: Firefox keeps everybody's storage under it.
          id: 'patience@quickhand',
          strict_min_version: '142.0',
          data_collection_permissions: { required: ['none'] },
        },
        // There is no new tab page to replace there: the button in the menu opens the table.
        gecko_android: { strict_min_version: '142.0' },
      },
    }),
  }),
  zip: { excludeSources: ['.screenshots/**'] },
  hooks: {
    async 'build:publicAssets'(_, files) {
      files.push(...manifestMessages('assets/locales'))
      files.push(...(await firstFrameScripts('assets/first-frame')))
    },
    async 'build:done'({ config }) {
      await writeCards(config.outDir)
      writeLicences(config.outDir)
    },
    'vite:build:extendConfig'(entrypoints, config) {
      const isPage = entrypoints.some(({ name }) => name === 'newtab')
      config.plugins = [...(config.plugins ?? []), slimPolyfillFor(!isPage)]
      if (!isPage) return
      config.plugins.push(chunks.plugin, firstFramePage())
      config.build = {
        ...config.build,
        rolldownOptions: {
          ...config.build?.rolldownOptions,
          output: {
            // The start chunk names every style that comes later: a package needs no hash in their names.
            assetFileNames: 'assets/[name][extname]',
            codeSplitting: { groups: [...chunks.groups, gameWords] },
          },
        },
      }
    },
  },
  vite: ({ mode }) => ({
    plugins: [noteBundled, mode === 'production' && pagePolicy],
    css: { postcss: { plugins: [cardRules, featureLayer] } },
    // Pinia's own production build: the other carries its devtools along.
    ...(mode === 'production' && {
      resolve: { alias: { pinia: resolve('node_modules/pinia/dist/pinia.esm-browser.prod.js') } },
    }),
    define: {
      __DROPBOX_KEY__: JSON.stringify(process.env.QUICKHAND_DROPBOX_KEY ?? ''),
      __VUE_OPTIONS_API__: 'false',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    build: {
      minify: 'terser',
      terserOptions: { ecma: 2020, module: true, compress: { passes: 3, inline: 1 } },
      modulePreload: {
        polyfill: false,
        // Script that every tab loads is fetched beside its style, and not after it.
        resolveDependencies: (_, files) =>
          files.filter(file => /\.css$|\/(table|late)-[\w-]{8}\.js$/.test(file)),
      },
      target: ['chrome140', 'firefox142'],
    },
  }),
})
