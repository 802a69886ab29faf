// Lint: what TypeScript and Vue advise, who may import whom, how long lines and functions may be, and
// docstrings. Prettier alone decides the layout.
import prettier from 'eslint-config-prettier'
import jsdoc from 'eslint-plugin-jsdoc'
import vue from 'eslint-plugin-vue'
import ts from 'typescript-eslint'

/**
 * Where a limit only warns, as there are files over it today; everywhere else it is an error. Empty a list to
 * hold its limit everywhere.
 */
const STILL_OVER = {
  lineLength: [],
  functionLength: ['stores/**', 'components/table/**'],
  docstrings: ['stores/**'],
}

/** The layers from top to bottom. Each file imports from its own layer or from one below. */
const LAYERS = ['entrypoints', 'components', 'stores', 'engine']

const POLYFILL = {
  name: 'webextension-polyfill',
  message: 'Only stores/platform/platform.ts speaks to the browser; use what it exports.',
}

/** Node runs the engine as it stands, so its imports name the file. */
const FILE_NAME = { regex: '^\\.{1,2}/(?!.*\\.ts$)', message: 'Name the file: `./cards.ts`.' }

/** The import rule for one layer. Tests and build tools may import everything but the polyfill. */
function importRule(layer) {
  const above = LAYERS.slice(0, LAYERS.indexOf(layer))
  return {
    'no-restricted-imports': [
      'error',
      {
        paths: [POLYFILL, ...(layer === 'engine' ? ['vue', 'pinia'] : [])],
        patterns: [
          ...above.map(name => ({
            group: [`**/${name}/**`],
            message: `${layer} imports only from below: ${LAYERS.join(' → ')}.`,
          })),
          ...(layer === 'engine' ? [FILE_NAME] : []),
        ],
      },
    ],
  }
}

const lineLength = severity => ({
  'max-len': [severity, { code: 110 }],
})

/** Holds for what is shipped only: a suite of tests is one long function by its nature. */
const functionLength = severity => ({
  'max-lines-per-function': [severity, { max: 60, skipBlankLines: true, skipComments: true }],
})

/** Every public export of the engine and the stores says what it does. */
const docstrings = severity => ({
  'jsdoc/require-jsdoc': [
    severity,
    {
      publicOnly: true,
      enableFixer: false,
      require: { FunctionDeclaration: true, ClassDeclaration: true },
      contexts: ['VariableDeclaration', 'TSInterfaceDeclaration', 'TSTypeAliasDeclaration'].map(
        kind => `ExportNamedDeclaration > ${kind}`,
      ),
    },
  ],
})

const warned = (limit, rule) =>
  STILL_OVER[limit].length > 0 ? [{ files: STILL_OVER[limit], rules: rule('warn') }] : []

const product = LAYERS.map(layer => `${layer}/**/*.{ts,vue}`)
const documented = ['engine/**/*.ts', 'stores/**/*.ts']

export default ts.config(
  { ignores: ['.output', '.wxt', 'node_modules', '.profile', 'coverage'] },
  ...ts.configs.strict,
  ...vue.configs['flat/recommended'],
  prettier,
  { files: ['**/*.vue'], languageOptions: { parserOptions: { parser: ts.parser } } },
  { plugins: { jsdoc } },
  {
    rules: {
      'no-undef': 'off',
      'eqeqeq': 'error',
      'prefer-const': 'error',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-invalid-void-type': 'off',
      'vue/require-default-prop': 'off',
      'no-restricted-imports': ['error', { paths: [POLYFILL] }],
      ...lineLength('error'),
    },
  },
  ...LAYERS.map(layer => ({ files: [`${layer}/**`], rules: importRule(layer) })),
  {
    files: ['engine/**'],
    rules: {
      'no-restricted-globals': ['error', 'window', 'document', 'browser', 'chrome', 'localStorage'],
    },
  },
  { files: ['tests/**'], rules: { 'vue/one-component-per-file': 'off' } },
  { files: ['stores/platform/platform.ts'], rules: { 'no-restricted-imports': 'off' } },
  { files: product, rules: functionLength('error') },
  { files: documented, rules: docstrings('error') },
  ...warned('lineLength', lineLength),
  ...warned('functionLength', functionLength),
  ...warned('docstrings', docstrings),
)
