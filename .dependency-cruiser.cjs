/** The import rules of docs/architecture.md, checked by `npm run rules`. */
module.exports = {
  forbidden: [
    {
      // Files may name each other's types; what runs may not go in circles.
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'events-import-nothing-of-ours',
      severity: 'error',
      from: { path: '^events/' },
      to: { path: '^(read-models|services|web|ops)/' },
    },
    {
      name: 'read-models-import-events-only',
      severity: 'error',
      from: { path: '^read-models/' },
      to: { path: '^(services|web|ops)/' },
    },
    {
      name: 'services-import-events-and-read-models-only',
      severity: 'error',
      from: { path: '^services/' },
      to: { path: '^(web|ops)/' },
    },
    {
      name: 'web-imports-the-contract-only',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(events|read-models|ops|services/(?!api/[a-z]+/contract(/|[.]ts$)))' },
    },
    {
      // A fan never downloads the finance desk, nor the desk a creator's studio.
      name: 'finance-desk-is-loaded-apart',
      severity: 'error',
      from: { path: '^web/src/', pathNot: '^web/src/(finance/|routes/finance|route-tree)' },
      to: { path: '^web/src/finance/' },
    },
    {
      name: 'finance-desk-needs-no-other-area',
      severity: 'error',
      from: { path: '^web/src/finance/' },
      to: { path: '^web/src/(fan|creator|door|landing)/' },
    },
    {
      name: 'contract-stands-alone',
      severity: 'error',
      from: { path: '^services/api/[a-z]+/contract(/|[.]ts$)' },
      to: { path: '^(events|read-models|ops|web|services/(?!api/[a-z]+/contract(/|[.]ts$)))' },
    },
    {
      name: 'product-code-imports-no-test',
      severity: 'error',
      from: { pathNot: '\\.test\\.tsx?$|/testing/' },
      to: { path: '\\.test\\.tsx?$' },
    },
    { name: 'not-to-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(route-tree\\.gen\\.ts|\\.css$)' },
    tsConfig: { fileName: 'tsconfig.json' },
    // TypeScript 7 has no parser for other programs yet.
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  },
};
