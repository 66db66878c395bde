/** The import rules of docs/architecture.md, checked by `npm run rules`. Sizes and names of folders: ops/folders.test.ts. */

const { readFileSync } = require('node:fs');
const { PAIRS, WORDS } = require('./services/capabilities.ts');

const TEST = '\\.test\\.tsx?$|/testing/';
/** The independent books: the recomputation goes by them, and so do tests. */
const PLAIN_BOOKS = '^ops/audit/plain-books\\.';
/** Codes are the same in events, answers and screens; the files import nothing. */
const CODES = '^events/(status|destinations)\\.ts$';
const CONTRACT = '^services/contract/';

/** Pairs of words in `services/modules` of which the first imports a later one, and why. */
const MODULE_PAIRS = [['payments', 'books', 'the sandbox writes the statement that finance reads']];

/** Files of `services/api/http` that read what belongs to a capability, and why. */
const HTTP_READS = [
  ['books-as-of', 'the ledger knows which position a past moment has'],
  ['dependencies', 'it names all that routes may use'],
  ['uploads/uploaded-picture', 'one path decodes every picture'],
  ['proxies/direct-requests', 'programs of others know which addresses are public'],
];

/** The files with states of streams: every decider may look at any state. */
const STATES = [
  ...readFileSync(`${__dirname}/services/commerce/committer/stream-kinds.ts`, 'utf8').matchAll(
    /'\.\.\/([^']+)'/g,
  ),
]
  .map(([, file]) => `services/commerce/${file.replace('.', '\\.')}`)
  .join('|');

const filesOf = (folder, list) => `^${folder}/(${list.map(([file]) => file).join('|')})\\.ts$`;

/** Where a word may not import from: the words after it. */
const afterIt = (at) => WORDS.slice(at + 1).join('|') || 'none';

const apiRules = WORDS.map((word) => ({
  name: `api-${word}-imports-no-other-word`,
  severity: 'error',
  from: { path: `^services/api/${word}/`, pathNot: TEST },
  to: {
    path: '^services/api/[a-z]+/',
    pathNot: `^services/api/(${[word, 'http', ...PAIRS.flatMap(([one, other]) => (one === word ? [other] : []))].join('|')})/`,
  },
}));

const commerceRules = WORDS.map((word, at) => ({
  name: `commerce-${word}-imports-what-is-below`,
  severity: 'error',
  from: { path: `^services/commerce/${word}/`, pathNot: TEST },
  to: { path: `^services/commerce/(committer|${afterIt(at)})/`, pathNot: `^(${STATES})$` },
}));

const moduleRules = WORDS.map((word, at) => ({
  name: `modules-${word}-import-what-is-below`,
  severity: 'error',
  from: { path: `^services/modules/${word}/`, pathNot: TEST },
  to: {
    path: `^services/modules/([a-z-]+\\.ts|(${afterIt(at)})/)`,
    pathNot: `^services/modules/(${MODULE_PAIRS.flatMap(([one, other]) => (one === word ? [other] : [])).join('|') || 'none'})/`,
  },
}));

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
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
      to: { path: '^(services|web|ops)/', pathNot: PLAIN_BOOKS },
    },
    {
      name: 'services-import-events-and-read-models-only',
      severity: 'error',
      from: { path: '^services/' },
      to: { path: '^(web|ops)/', pathNot: PLAIN_BOOKS },
    },
    {
      name: 'plain-books-prove-and-share-nothing',
      severity: 'error',
      from: { path: '^(events|read-models|services|web)/', pathNot: TEST },
      to: { path: PLAIN_BOOKS },
    },
    {
      name: 'plain-books-import-nothing-of-ours',
      severity: 'error',
      from: { path: PLAIN_BOOKS },
      to: { path: '^(events|read-models|services|web|ops)/' },
    },
    ...apiRules,
    ...commerceRules,
    ...moduleRules,
    {
      name: 'modules-import-no-routes',
      severity: 'error',
      from: { path: '^services/modules/', pathNot: TEST },
      to: { path: '^services/(api|worker|replicas|relay)/' },
    },
    {
      name: 'deciders-are-pure',
      severity: 'error',
      from: { path: `^services/commerce/(${WORDS.join('|')}|engine)/`, pathNot: TEST },
      to: { path: '^(services/(modules|api|worker)/|node_modules/(pg|fastify)/)' },
    },
    {
      name: 'commerce-engine-knows-no-capability',
      severity: 'error',
      from: { path: '^services/commerce/engine/', pathNot: TEST },
      to: { path: '^services/commerce/(?!engine/)' },
    },
    {
      name: 'http-knows-no-capability',
      severity: 'error',
      from: { path: '^services/api/http/', pathNot: [TEST, filesOf('services/api/http', HTTP_READS)] },
      to: {
        path: '^(services/api/(?!http/)[a-z]+/|services/commerce/(?!engine/)[a-z]+/|services/modules/(?!(accounts|messages)/)|read-models/(?!engine/))',
      },
    },
    {
      name: 'read-models-engine-knows-no-capability',
      severity: 'error',
      from: { path: '^read-models/engine/', pathNot: TEST },
      to: { path: '^read-models/(?!engine/)' },
    },
    {
      name: 'runtime-knows-no-capability',
      severity: 'error',
      from: { path: '^services/runtime/', pathNot: TEST },
      to: { path: '^(read-models|services/(?!runtime/))' },
    },
    {
      name: 'web-imports-contracts-only',
      severity: 'error',
      from: { path: '^web/' },
      to: {
        path: '^(events|read-models|ops|services)/',
        pathNot: [CONTRACT, CODES],
      },
    },
    {
      name: 'contract-imports-contracts-and-zod',
      severity: 'error',
      from: { path: CONTRACT, pathNot: TEST },
      to: { pathNot: [CONTRACT, CODES, 'node_modules/zod/'] },
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
      name: 'product-code-imports-no-test',
      severity: 'error',
      from: { pathNot: TEST },
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
