// The WXT configuration: builds the extension for Chrome and Firefox from one source.
import { resolve } from 'node:path'
import { defineConfig } from 'wxt'
import { firstFramePage, firstFrameScripts } from './.build/first-frame.ts'
import { cardRules, writeCards } from './.build/cards.ts'
import { constants } from './.build/constants.ts'
import { featureLayer } from './.build/feature-layer.ts'
import { gameWords } from './.build/game-words.ts'
import { manifestMessages } from './.build/locales.ts'
import { noteBundled, writeLicenses } from './.build/licenses.ts'
import { oneByteScripts } from './.build/one-byte.ts'
import { slimPolyfillFor } from './.build/slim-polyfill.ts'
import { version } from './package.json' with { type: 'json' }
import { chunksPlugin, groupsOf } from './.build/chunks.ts'

/**
 * The chunks of a new tab: for the first paint, for games other than the default, for playing, for late work
 * and overlays, and for the welcome hint.
 */
const groups = groupsOf({
  start: ['entrypoints/newtab/main.ts'],
  games: ['engine/games/all.ts', 'components/table/place-shapes.ts'],
  table: [
    'components/table/useInput.ts',
    'components/table/useBoardSnapshot.ts',
    'components/page-focus.ts',
    'components/game-words.ts',
    'stores/platform/page-locks.ts',
    'components/strip/GameNotice.vue',
    'components/panels/FailureNotice.vue',
  ],
  late: [
    'entrypoints/newtab/late-work.ts',
    'stores/account/remote-games.ts',
    'stores/account/continuation.ts',
    'components/bar/LatePart.vue',
    'components/AnyOverlay.vue',
  ],
  welcome: ['components/strip/WelcomeHint.vue'],
})

/** Pages connect only to the extension itself; the background also connects to the sync folder. */
const PAGE_POLICY = "connect-src 'self'"

/**
 * No external resources except connections, no inline scripts, no eval. Strings cannot become markup or
 * scripts: only Vue's templates and the URLs of the two workers are trusted types. Inline styles are needed
 * for the first frame.
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

/**
 * Adds the stricter policy for pages as a meta tag. The policy in the manifest also applies to the
 * background.
 */
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

/** Adds the icon of the tab. Chrome shows the extension's icon without it. */
const tabIcon = {
  name: 'tab-icon',
  transformIndexHtml: () => [
    { tag: 'link', attrs: { rel: 'icon', href: '/icon/32.png' }, injectTo: 'head' as const },
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
    // Alarms need no permission prompt. They wake the background to publish pending changes.
    permissions: ['storage', 'alarms'],
    // Chrome requires a separate permission for the icons of sites.
    optional_permissions: ['search', 'topSites', ...(browser === 'chrome' ? ['favicon'] : [])],
    // Only the origins of a sync folder are requested, and only when the user connects it.
    optional_host_permissions: ['https://*/*', 'http://*/*'],
    // Private windows do not share locks with other windows, so two tabs could play the same game.
    incognito: 'not_allowed',
    ...(browser === 'chrome' && { minimum_chrome_version: '140' }),
    ...(mode === 'production' && { content_security_policy: { extension_pages: POLICY } }),
    action: { default_title: 'Quickhand' },
    icons: { 16: 'icon/16.png', 32: 'icon/32.png', 48: 'icon/48.png', 128: 'icon/128.png' },
    ...(browser === 'firefox' && {
      browser_specific_settings: {
        gecko: {
          // Must never change, because Firefox stores the user's data under this id.
          id: 'patience@quickhand',
          strict_min_version: '142.0',
          data_collection_permissions: { required: ['none'] },
        },
        // Firefox for Android has no new tab page to replace. The extension's menu item opens the game.
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
      writeLicenses(config.outDir)
    },
    'vite:build:extendConfig'(entrypoints, config) {
      const isPage = entrypoints.some(({ name }) => name === 'newtab')
      config.plugins = [...(config.plugins ?? []), slimPolyfillFor(!isPage)]
      if (!isPage) return
      config.plugins.push(chunksPlugin('.output/start-chunk.json'), firstFramePage(), oneByteScripts)
      config.build = {
        ...config.build,
        rolldownOptions: {
          ...config.build?.rolldownOptions,
          output: {
            // The start chunk contains the names of all later files, so hashes would make it larger. The
            // version's folder prevents an open tab from loading scripts of another version after an update.
            assetFileNames: 'assets/[name][extname]',
            chunkFileNames: ({ facadeModuleId }) =>
              `assets/${version}/${/locales\/([\w-]+\/)/.exec(facadeModuleId ?? '')?.[1] ?? ''}[name].js`,
            codeSplitting: { groups },
          },
        },
      }
    },
  },
  vite: ({ mode, browser }) => ({
    plugins: [gameWords, noteBundled, mode === 'production' && pagePolicy, browser === 'firefox' && tabIcon],
    css: { postcss: { plugins: [cardRules, constants, featureLayer] } },
    // Pinia's production build; the default one includes its devtools.
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
      modulePreload: {
        polyfill: false,
        // Preloads only style sheets and the scripts that nearly every tab needs.
        resolveDependencies: (_, files) => files.filter(file => /\.css$|\/(table|late)\.js$/.test(file)),
      },
      target: ['chrome140', 'firefox142'],
    },
  }),
})
