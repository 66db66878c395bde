/**
 * The words of the product, lowest first. Derived from this list: import rules (.dependency-cruiser.cjs), names of
 * folders (ops/folders.test.ts), tags of the OpenAPI document, and the table in docs/architecture.md.
 */
interface Capability {
  word: string;
  /** One sentence, for the table. */
  holds: string;
  /**
   * Words whose helpers its routes in `services/api` may use, and why. Elsewhere it uses the words above it in this
   * list. No two words use each other.
   */
  uses?: Readonly<Record<string, string>>;
}

export const CAPABILITIES = [
  {
    word: 'messages',
    holds: 'emails, text messages and the inbox; the format of an address',
    uses: {
      relations: 'a check counts the new posts of the feed',
      notices: 'a check counts the unread notices',
    },
  },
  {
    word: 'accounts',
    holds: 'people: sign-in, sessions, profiles, teams, rights, personal data and its deletion',
    uses: { orders: 'a team member is shown the orders to send' },
  },
  {
    word: 'media',
    holds: 'pictures, audio, video and attachments: uploads, what is stored, how it is served',
  },
  {
    word: 'catalog',
    holds: 'plans, goods, bundles, tickets on offer; the creator’s page',
    uses: {
      accounts: 'a creator is a user',
      affiliates: 'a list of plans says whether the code counts',
      replies: 'a plan is saved with its reply pool',
    },
  },
  { word: 'memberships', holds: 'who is a member of which plan until when; agreements to renew' },
  { word: 'prices', holds: 'what an order costs; a creator’s selling terms' },
  {
    word: 'stock',
    holds: 'units on sale and purchase limits',
    uses: { catalog: 'stock is edited on the plan that is shown' },
  },
  { word: 'affiliates', holds: 'partners and their codes' },
  {
    word: 'redeem',
    holds: 'codes that pay for an order',
    uses: {
      catalog: 'a code shows the plan that it gives',
      orders: 'a code is used by placing an order',
      payments: 'the amount that the code does not cover is paid',
    },
  },
  { word: 'replies', holds: 'texts that a buyer gets automatically' },
  {
    word: 'tickets',
    holds: 'tickets, their holders, and check-in at the door',
    uses: { accounts: 'a team member checks in for the creator' },
  },
  { word: 'income', holds: 'what a creator earned by month; settlements' },
  { word: 'goals', holds: 'what a creator wants to reach; overlays for streams' },
  {
    word: 'content',
    holds: 'posts, articles, albums, comments and votes, and who may read them',
    uses: {
      catalog: 'a locked post offers the plans that open it',
      goals: 'a post shows the progress of the goal that opens it',
      media: 'a post shows its files',
    },
  },
  {
    word: 'relations',
    holds: 'who follows, blocks and rejects whom, which posts people collect and like, and feeds',
    uses: {
      content: 'a collected post is shown as in every list',
      memberships: 'rejecting a fan ends the renewals',
    },
  },
  {
    word: 'notices',
    holds: 'what others did with a person’s posts and comments, grouped',
    uses: { relations: 'a digest has the posts of the person’s feed' },
  },
  {
    word: 'orders',
    holds: 'orders from placing to their end; receipts',
    uses: {
      affiliates: 'a price says whether the code counts',
      content: 'an order names the posts that it opens',
      goals: 'a price shows the progress of a goal with this order',
      memberships: 'a price says which renewals can be agreed to',
      payments: 'placing an order starts its charge; a receipt names what was charged',
      replies: 'an order shows its replies',
    },
  },
  {
    word: 'cart',
    holds: 'orders of several creators with one payment',
    uses: { orders: 'a cart is bought as orders', payments: 'a cart is paid by one charge' },
  },
  { word: 'payments', holds: 'money in: charges and notices of providers' },
  { word: 'refunds', holds: 'money back to fans' },
  {
    word: 'cases',
    holds: 'what fans ask for about their orders: the thread, its answers and its end',
    uses: { orders: 'a case is about an order', media: 'a case shows its pictures' },
  },
  {
    word: 'delivery',
    holds: 'addresses, shipping fees, parcels and carriers',
    uses: { orders: 'a parcel is for an order, or for a cart of orders' },
  },
  { word: 'withdrawals', holds: 'money out: methods, approval, payouts, disputes' },
  {
    word: 'books',
    holds: 'the ledger, its files, reconciliation with statements, tracing of money',
    uses: {
      income: 'a trace names the lines of a month',
      payments: 'a trace names what a provider charged',
      system: 'finance sees which processes stopped',
    },
  },
  {
    word: 'audit',
    holds: 'seals and proofs of the log',
    uses: { orders: 'only people who may see an order get its proof' },
  },
  {
    word: 'staff',
    holds: 'roles and actions of staff, certification',
    uses: {
      accounts: 'an admin sees the latest sign-in of a person',
      content: 'support sees why a post is open or closed, as its creator does',
      income: 'an admin sees the balance of a creator',
      orders: 'support looks at an order as its buyer sees it',
    },
  },
  {
    word: 'stats',
    holds: 'figures by day and month, each explained by its orders',
    uses: {
      goals: 'the progress of a goal is explained by its orders',
      income: 'the overview shows the balance',
      notices: 'a visited post has the title of its notices',
      orders: 'a figure is explained by its orders',
    },
  },
  {
    word: 'open',
    holds: 'programs of third parties: API, OAuth2, webhooks',
    uses: {
      catalog: 'a program is shown plans as people are',
      orders: 'a program is shown orders as their creator is',
      payments: 'a test order of the sandbox is paid',
      replies: 'a program reads and fills pools of replies',
    },
  },
  { word: 'system', holds: 'health, live pages, the sandbox’s clock, the identity of a database' },
] as const satisfies readonly Capability[];

export type Word = (typeof CAPABILITIES)[number]['word'];

export const WORDS: readonly Word[] = CAPABILITIES.map(({ word }) => word);

/** Pairs of words in `services/api` of which the first may import the second. */
export const PAIRS: readonly (readonly [Word, string])[] = CAPABILITIES.flatMap((capability: Capability) =>
  Object.keys(capability.uses ?? {}).map((other) => [capability.word as Word, other] as const),
);
