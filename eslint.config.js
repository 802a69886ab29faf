// ESLint: the strict rules for TypeScript, the recommended rules for Vue, limits on line and function length,
// and required docstrings. Oxlint checks promises, Oxfmt formats, and dependency-cruiser checks the layers.
import prettier from 'eslint-config-prettier'
import jsdoc from 'eslint-plugin-jsdoc'
import vue from 'eslint-plugin-vue'
import ts from 'typescript-eslint'

/** The layers from top to bottom. `.build/import-rules.js` defines the import rules. */
const LAYERS = ['entrypoints', 'components', 'stores', 'engine']

/** Node runs the engine without a build, so its imports need file extensions. */
const FILE_NAME = { regex: '^\\.{1,2}/(?!.*\\.(ts|json)$)', message: 'Add the file extension: `./cards.ts`.' }

const LINE_LENGTH = { 'max-len': ['error', { code: 110 }] }

/** Text that users see is joined, and keys are named, in the language of the page. */
const SHOWN = [
  {
    selector: 'CallExpression[callee.property.name="join"] > Literal[value=/^[,;] /]',
    message: 'Join texts with `listed` from components/i18n-panels.ts.',
  },
  {
    selector: 'TemplateElement[value.raw=/^[.,:;] /]',
    message: 'Join texts with a `joined.…` text.',
  },
  {
    selector: ':not(BinaryExpression) > Literal[value=/^(Enter|Esc|Space|Tab|Shift|Ctrl|Alt)$/]:not(.key)',
    message: 'Name keys with a `key.…` text.',
  },
]

/** Only for shipped code, because a test suite is one long function. */
const FUNCTION_LENGTH = {
  'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
}

/** Every public export of the engine and the stores has a docstring. */
const DOCSTRINGS = {
  'jsdoc/require-jsdoc': [
    'error',
    {
      publicOnly: true,
      enableFixer: false,
      require: { FunctionDeclaration: true, ClassDeclaration: true },
      contexts: ['VariableDeclaration', 'TSInterfaceDeclaration', 'TSTypeAliasDeclaration'].map(
        kind => `ExportNamedDeclaration > ${kind}`,
      ),
    },
  ],
}

/** The files that Vue's rules apply to. Elsewhere they would only cost time. */
const VUE_FILES = ['{entrypoints,components,stores}/**/*.{ts,vue}']

const product = LAYERS.map(layer => `${layer}/**/*.{ts,vue}`)
const documented = ['engine/**/*.ts', 'stores/**/*.ts']

export default ts.config(
  { ignores: ['.output', '.wxt', 'node_modules', '.profile', 'coverage'] },
  ...ts.configs.strict,
  ...vue.configs['flat/recommended'].map(config => ({ files: VUE_FILES, ...config })),
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
      ...LINE_LENGTH,
    },
  },
  {
    files: ['engine/**'],
    rules: {
      'no-restricted-imports': ['error', { patterns: [FILE_NAME] }],
      'no-restricted-globals': ['error', 'window', 'document', 'browser', 'chrome', 'localStorage'],
    },
  },
  { files: product, rules: FUNCTION_LENGTH },
  {
    files: ['components/**/*.{ts,vue}'],
    rules: {
      'no-restricted-syntax': ['error', ...SHOWN],
      'vue/no-restricted-syntax': ['error', ...SHOWN],
      'vue/no-bare-strings-in-template': ['error', { allowlist: ['#', '·', '…', '→', 'Quickhand'] }],
    },
  },
  { files: documented, rules: DOCSTRINGS },
  {
    files: ['tests/unit/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'vi',
          property: 'mock',
          message: 'These tests share their modules: move this one to tests/apart.',
        },
      ],
    },
  },
)
