// The extension: what WXT builds for Chrome and Firefox from one source.
import { defineConfig } from 'wxt'

export default defineConfig({
  modules: ['@wxt-dev/module-vue'],
  imports: false,
  publicDir: 'assets/public',
  manifestVersion: 3,
  manifest: ({ browser }) => ({
    name: 'Quickhand',
    description: 'Solitaire on every new tab: Double Sea Towers, Sea Towers, Double Dot and Double Klondike.',
    permissions: ['storage'],
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
  vite: () => ({
    define: {
      __VUE_OPTIONS_API__: 'false',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    build: { modulePreload: { polyfill: false } },
  }),
})
