// The extension: what WXT builds for Chrome and Firefox from one source.
import { resolve } from 'node:path'
import { defineConfig } from 'wxt'

/**
 * What the new tab needs for its first paint, as one file: many small ones take a twentieth more bytes. What is loaded later stays out of it:
 * the solver, panels, and the stores behind them.
 */
const START = /node_modules\/(@vue|vue|pinia|webextension-polyfill)\/|\/engine\/(?!solver|daily)|\/stores\/(?!days|search|deals|elsewhere|statistics|backup|sync)|\/stores\/sync\/(names|json|bytes|items|rows|vector|saved|aside)|\/components\/(text|speech|AppIcon|GameBar|table(?!\/(BoardPaint|TableSounds)))|\/locales\/en\.json/

export default defineConfig({
  modules: ['@wxt-dev/module-vue'],
  imports: false,
  publicDir: 'assets/public',
  manifestVersion: 3,
  manifest: ({ browser }) => ({
    name: '__MSG_name__',
    short_name: 'Quickhand',
    description: '__MSG_description__',
    default_locale: 'en',
    permissions: ['storage'],
    optional_permissions: ['search'],
    icons: { 16: 'icon/16.png', 32: 'icon/32.png', 48: 'icon/48.png', 128: 'icon/128.png' },
    ...(browser === 'firefox' && {
      browser_specific_settings: {
        gecko: {
          id: 'quickhand@quickhand.example',
          strict_min_version: '142.0',
          data_collection_permissions: { required: ['none'] },
        },
      },
    }),
  }),
  zip: { excludeSources: ['.screenshots/**'] },
  hooks: {
    'vite:build:extendConfig'(entrypoints, config) {
      if (!entrypoints.some(({ name }) => name === 'newtab')) return
      config.build = { ...config.build, rolldownOptions: { ...config.build?.rolldownOptions, output: { codeSplitting: { groups: [{ name: 'start', test: START }] } } } }
    },
  },
  vite: ({ mode }) => ({
    // Pinia's own production build: the other carries its devtools along.
    ...(mode === 'production' && { resolve: { alias: { pinia: resolve('node_modules/pinia/dist/pinia.esm-browser.prod.js') } } }),
    define: {
      __VUE_OPTIONS_API__: 'false',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    build: { modulePreload: { polyfill: false } },
  }),
})
