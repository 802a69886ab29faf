// The import rules for dependency-cruiser, which apply to static, dynamic and type-only imports.

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycle',
      comment: 'No import cycles, not even type-only ones: each file of a cycle needs all the others.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'engine-imports-only-itself',
      comment: 'The engine imports nothing outside itself: no other layer, no library, no browser.',
      from: { path: '^engine/' },
      to: { pathNot: '^engine/' },
    },
    {
      name: 'stores-import-from-below',
      comment: 'The layers are entrypoints → components → stores → engine.',
      from: { path: '^stores/' },
      to: { path: '^(components|entrypoints)/' },
    },
    {
      name: 'components-import-from-below',
      comment: 'The layers are entrypoints → components → stores → engine.',
      from: { path: '^components/' },
      to: { path: '^entrypoints/' },
    },
    {
      name: 'product-imports-no-tests',
      comment: 'Shipped code must not depend on tests or build tools.',
      from: { path: '^(engine|stores|components|entrypoints)/' },
      to: { path: '^(tests|\\.build)/|\\.config\\.(ts|js)$' },
    },
    {
      name: 'browser-api-only-in-platform',
      comment: 'Only five files in stores/platform/ import the browser API.',
      from: { pathNot: '^stores/platform/(platform|answering|origins|page-locks|permitted)\\.ts$' },
      to: { path: 'node_modules/(@types/)?webextension-polyfill/' },
    },
    {
      name: 'shipped-libraries-are-dependencies',
      comment: 'Shipped libraries must be in `dependencies`; `devDependencies` are tools.',
      from: { path: '^(engine|stores|components|entrypoints)/' },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: 'node_modules/(wxt|@types)/',
      },
    },
    {
      name: 'imports-resolve',
      comment: 'Every import must resolve to a file.',
      from: {},
      to: { couldNotResolve: true },
    },
  ].map(rule => ({ ...rule, severity: 'error' })),
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.vue', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'module', 'types', 'default', 'node'],
    },
  },
}
