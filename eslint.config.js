// ESLint: the recommended rules for Vue, a ban on hard-coded text in components, and other rules that need a
// component's template. Oxlint checks everything else (.oxlintrc.json).
import prettier from 'eslint-config-prettier'
import vue from 'eslint-plugin-vue'
import ts from 'typescript-eslint'

/** Rules for text that users see: strings are joined, and keys are named, in the language of the page. */
const SHOWN_TEXT = [
  {
    selector: 'CallExpression[callee.property.name="join"] > Literal[value=/^[,;] /]',
    message: 'Join strings with `listed` from components/i18n-panels.ts.',
  },
  {
    selector: 'TemplateElement[value.raw=/^[.,:;] /]',
    message: 'Join strings with a `joined.…` text.',
  },
  {
    selector: ':not(BinaryExpression) > Literal[value=/^(Enter|Esc|Space|Tab|Shift|Ctrl|Alt)$/]:not(.key)',
    message: 'Name keys with a `key.…` text.',
  },
]

export default [
  // Scripts and the sync code do not use Vue, so checking them would only take time.
  { ignores: ['**/*.js', '.*', 'stores/sync'] },
  ...vue.configs['flat/recommended'],
  prettier,
  { rules: { 'vue/require-default-prop': 'off' } },
  { files: ['{entrypoints,components,stores}/**/*.ts'], languageOptions: { parser: ts.parser } },
  {
    files: ['**/*.vue'],
    languageOptions: { parserOptions: { parser: ts.parser } },
    plugins: { ts: ts.plugin },
    rules: { 'prefer-const': 'error', 'ts/no-unused-vars': 'error' },
  },
  {
    files: ['components/**/*.{ts,vue}'],
    rules: {
      'no-restricted-syntax': ['error', ...SHOWN_TEXT],
      'vue/no-restricted-syntax': ['error', ...SHOWN_TEXT],
      'vue/no-bare-strings-in-template': ['error', { allowlist: ['#', '·', '…', '→', 'Quickhand'] }],
    },
  },
]
