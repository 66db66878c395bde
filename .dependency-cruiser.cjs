/** The import rules of docs/architecture.md, checked by `npm run rules`. Sizes and names of folders: ops/folders.test.ts. */

const TEST = '\\.test\\.tsx?$|/testing/';
/** The independent books: the recomputation goes by them, and so do tests. */
const PLAIN_BOOKS = '^ops/audit/plain-books\\.';
/** Numeric codes are the same in events, answers and screens; the file imports nothing. */
const CODES = '^events/status\\.ts$';
const CONTRACT = '^services/api/[a-z]+/contract(/|\\.ts$)';

/** Capabilities of `services/commerce`, lowest first: each imports only those before it. */
const COMMERCE = [
  'accounts',
  'catalog',
  'memberships',
  'prices',
  'stock',
  'affiliates',
  'redeem',
  'replies',
  'tickets',
  'income',
  'orders',
  'cart',
  'payments',
  'refunds',
  'delivery',
  'withdrawals',
  'books',
  'staff',
];

/** Pairs in `services/api` of which the first may import the second, and why. None goes both ways. */
const PAIRS = [
  ['accounts', 'orders', 'a team member is shown the orders to send'],
  ['audit', 'orders', 'the proof of an order is for those whose order it is'],
  ['books', 'income', 'a trace names the lines of a month'],
  ['books', 'payments', 'a trace names what a provider charged'],
  ['books', 'system', 'finance sees which processes stopped'],
  ['cart', 'orders', 'a cart is bought as orders'],
  ['cart', 'payments', 'a cart is paid by one charge'],
  ['catalog', 'accounts', 'a creator is a user'],
  ['catalog', 'replies', 'a plan is saved with its reply pool'],
  ['delivery', 'orders', 'what is sent is an order, or a cart of orders'],
  ['open', 'catalog', 'a program is shown plans as people are'],
  ['open', 'orders', 'a program is shown orders as their creator is'],
  ['open', 'payments', 'a test order of the sandbox is paid'],
  ['open', 'replies', 'a program reads and fills pools of replies'],
  ['orders', 'affiliates', 'a price says whether the code counts'],
  ['orders', 'goals', 'a price says how far it brings a goal'],
  ['orders', 'memberships', 'a price says which renewals can be agreed to'],
  ['orders', 'payments', 'placing an order starts its charge; a receipt names what was charged'],
  ['orders', 'replies', 'an order shows its replies'],
  ['redeem', 'catalog', 'a code shows the plan that it gives'],
  ['redeem', 'orders', 'a code is used by placing an order'],
  ['redeem', 'payments', 'what the code does not cover is paid'],
  ['staff', 'orders', 'support looks at an order as its buyer sees it'],
  ['stats', 'goals', 'the progress of a goal is explained by its orders'],
  ['stats', 'income', 'the overview shows the balance'],
  ['stats', 'orders', 'a figure is explained by its orders'],
  ['stock', 'catalog', 'stock is edited on the plan that is shown'],
  ['tickets', 'accounts', 'a team member checks in for the creator'],
];

/** Files of `services/commerce` that are no deciders, and why. */
const NO_DECIDERS = [
  ['replies/set-reply-pool', 'looks at a right, then submits several commands'],
  ['replies/reply-texts', 'keeps the texts, which no event may hold, in a table'],
  ['refunds/refunds-beyond-payment', 'asks the log itself whether it holds what cannot be'],
];

/** Files of `services/api/http` that read what belongs to a capability, and why. */
const HTTP_READS = [['books-as-of', 'the ledger knows which position a past moment has']];

const filesOf = (folder, list) => `^${folder}/(${list.map(([file]) => file).join('|')})\\.ts$`;

const apiRules = [...new Set(PAIRS.map(([from]) => from)), '[a-z]+'].map((from, _, all) => {
  const named = from === '[a-z]+' ? all.slice(0, -1) : [];
  const allowed = PAIRS.filter(([one]) => one === from).map(([, to]) => to);
  return {
    name: `api-capability-imports-contracts-only${named.length > 0 ? '' : `-${from}`}`,
    severity: 'error',
    from: {
      path: `^services/api/(${from})/`,
      pathNot: `${TEST}|^services/api/(${[...named, 'http'].join('|')})/`,
    },
    to: {
      path: '^services/api/[a-z]+/',
      pathNot: [`^services/api/(${['$1', 'http', ...allowed].join('|')})/`, CONTRACT],
    },
  };
});

const commerceRules = COMMERCE.map((one, at) => ({
  name: `commerce-${one}-imports-what-is-below`,
  severity: 'error',
  from: { path: `^services/commerce/${one}/`, pathNot: TEST },
  to: { path: `^services/commerce/(stream-kinds\\.ts|(${COMMERCE.slice(at + 1).join('|') || 'none'})/)` },
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
    {
      name: 'deciders-are-pure',
      severity: 'error',
      from: {
        path: `^services/commerce/(${COMMERCE.join('|')})/`,
        pathNot: [TEST, filesOf('services/commerce', NO_DECIDERS)],
      },
      to: { path: '^(services/accounts/|node_modules/(pg|fastify)/)' },
    },
    {
      name: 'commerce-engine-knows-no-capability',
      severity: 'error',
      from: { path: '^services/commerce/engine/', pathNot: TEST },
      to: { path: `^services/commerce/(${COMMERCE.join('|')})/` },
    },
    {
      name: 'http-knows-no-capability',
      severity: 'error',
      from: { path: '^services/api/http/', pathNot: [TEST, filesOf('services/api/http', HTTP_READS)] },
      to: {
        path: '^(services/api/(?!http/)[a-z]+/|services/commerce/(?!engine/)[a-z]+/|read-models/(?!engine/))',
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
        pathNot: [CONTRACT, CODES, '^services/api/http/endpoint\\.ts$'],
      },
    },
    {
      name: 'contract-imports-contracts-and-zod',
      severity: 'error',
      from: { path: CONTRACT, pathNot: TEST },
      to: { pathNot: [CONTRACT, CODES, '^services/api/http/endpoint\\.ts$', 'node_modules/zod/'] },
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
