// Lint: what TypeScript and Vue advise, and the rule of who may import whom.
import vue from 'eslint-plugin-vue'
import ts from 'typescript-eslint'

/** Nobody imports from above: entrypoints → components → stores → engine. */
const not = (...rooms) => ({
  'no-restricted-imports': [
    'error',
    {
      paths: rooms.includes('stores') ? ['vue', 'pinia', 'webextension-polyfill'] : ['webextension-polyfill'],
      patterns: [
        {
          group: rooms.map(room => `**/${room}/**`),
          message: 'Rooms import only from below: entrypoints → components → stores → engine.',
        },
      ],
    },
  ],
})

export default ts.config(
  { ignores: ['.output', '.wxt', 'node_modules', '.profile'] },
  ...ts.configs.strict,
  ...vue.configs['flat/recommended'],
  { files: ['**/*.vue'], languageOptions: { parserOptions: { parser: ts.parser } } },
  {
    rules: {
      'no-undef': 'off',
      'eqeqeq': 'error',
      'prefer-const': 'error',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-invalid-void-type': 'off',
      'vue/max-attributes-per-line': 'off',
      'vue/singleline-html-element-content-newline': 'off',
      'vue/require-default-prop': 'off',
    },
  },
  {
    files: ['engine/**'],
    rules: {
      ...not('stores', 'components', 'entrypoints'),
      'no-restricted-globals': ['error', 'window', 'document', 'browser', 'chrome', 'localStorage'],
    },
  },
  { files: ['stores/**'], rules: not('components', 'entrypoints') },
  { files: ['components/**'], rules: not('entrypoints') },
  { files: ['stores/platform/platform.ts'], rules: { 'no-restricted-imports': 'off' } },
)
