import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import type { DemoAccount } from '#ops/demo/accounts.ts';
import { getMyProfile } from '#services/contract/accounts/accounts.ts';
import { demoVisitor } from '../demo-people.ts';
import { goTo } from '../going.ts';
import { settled } from '../settled.ts';
import { onStage } from '../stage.ts';
import type { Words } from '../words.ts';

const stage = onStage({ database: 'shared', demo: true });

interface Searchable {
  role: DemoAccount['role'];
  /** Has the search field. */
  source: string;
  path: string;
  label: (t: Words) => string;
  /** The address after a search for "2999"; without a parameter the page says that there is nothing. */
  param: string | undefined;
  none?: (t: Words) => string;
}

const WORDS = '2999';

const pages: Searchable[] = [
  {
    role: 'creator',
    source: 'creator/orders/order-filters.tsx',
    path: '/dashboard/sponsored-bill',
    label: (t) => t('orders-received:search.label'),
    param: 'search_q',
  },
  {
    role: 'creator',
    source: 'creator/memberships/sponsors-page.tsx',
    path: '/dashboard/sponsors',
    label: (t) => t('orders-received:sponsors.search'),
    param: 'q',
  },
  {
    role: 'creator',
    source: 'door/tickets/guests/guests-page.tsx',
    path: '/dashboard/guests',
    label: (t) => t('door:guests.search'),
    param: 'q',
  },
  {
    role: 'creator',
    source: 'door/orders/team-orders-page.tsx',
    path: '/order/received?creator_id=OWN',
    label: (t) => t('door:orders.search'),
    param: 'q',
  },
  {
    role: 'fan',
    source: 'shell/search-box.tsx',
    path: '/explore',
    label: (t) => t('shell:nav.search'),
    param: 'q',
  },
  {
    role: 'fan',
    source: 'fan/content/post-list.tsx',
    path: '/a/linjian',
    label: (t) => t('content:list.search'),
    param: 'q',
  },
  {
    role: 'fan',
    source: 'fan/content/search/search-page.tsx',
    path: '/search',
    label: (t) => t('content-search:field'),
    param: 'q',
  },
  ...(['users', 'creators'] as const).map((list) => ({
    role: 'admin' as const,
    source: `components/staff/lists/${list}-list.tsx`,
    path: `/admin/${list === 'users' ? 'user' : 'creator'}-list?reason=ticket+17`,
    label: (t: Words) => t('staff-lists:search.label'),
    param: undefined,
    none: (t: Words) => t(`staff-lists:${list}.none`),
  })),
  {
    role: 'finance',
    source: 'finance/books/trace/trace-page.tsx',
    path: '/finance/trace',
    label: (t) => t('audit:trace.find'),
    param: 'out_trade_no',
  },
  {
    role: 'finance',
    source: 'finance/refunds/refunds-page.tsx',
    path: '/finance/refunds',
    label: (t) => t('finance:refunds.find'),
    param: 'out_trade_no',
  },
  {
    role: 'finance',
    source: 'finance/withdrawals/filter-bar.tsx',
    path: '/finance/withdrawals',
    label: (t) => t('withdrawals-payouts:filter.search'),
    param: 'q',
  },
  {
    role: 'finance',
    source: 'finance/books/reconciliation/items-part.tsx',
    path: '/finance/reconciliation',
    label: (t) => t('books-reconciliation:items.search'),
    param: 'q',
  },
  {
    role: 'finance',
    source: 'finance/audit/proof-part.tsx',
    path: '/finance/audit',
    label: (t) => t('audit:proof.find'),
    param: 'proof',
  },
  {
    role: 'finance',
    source: 'finance/books/account-tree.tsx',
    path: '/finance/ledger',
    label: (t) => t('books:ledger.find'),
    param: undefined,
    none: (t) => t('books:ledger.none'),
  },
];

test('every page with a search field is tried', () => {
  const folder = new URL('../../../web/src/', import.meta.url);
  const having = globSync('**/*.tsx', { cwd: folder }).filter((file) =>
    readFileSync(new URL(file, folder), 'utf8').includes('<WordsField'),
  );
  expect(having.sort()).toEqual(pages.map(({ source }) => source).sort());
});

test.each(['admin', 'creator', 'fan', 'finance'] as const)(
  'Enter and the button search, for a %s',
  async (role) => {
    const visitor = await demoVisitor(stage, role);
    const { page, t } = visitor;
    const { user } = await call(visitor, getMyProfile);
    for (const { path: pattern, label, param, none } of pages.filter((one) => one.role === role)) {
      const path = pattern.replace('OWN', user.user_id);
      for (const way of ['Enter', 'button'] as const) {
        await goTo(page, path);
        await settled(page);
        const form = page.getByRole('search').filter({ has: page.getByLabel(label(t), { exact: true }) });
        // The header has the same field; the page's own is the last.
        const field = form.last().getByLabel(label(t), { exact: true });
        await field.fill(WORDS);
        if (way === 'Enter') await field.press('Enter');
        else
          await form
            .last()
            .getByRole('button', { name: t('shell:nav.go') })
            .click();
        const found = async (): Promise<boolean> =>
          param === undefined
            ? page.getByText(none?.(t) ?? '').isVisible()
            : new URL(page.url()).searchParams.get(param) === WORDS;
        await expect.poll(found, { message: `${path} by ${way}` }).toBe(true);
      }
    }
    // Unknown orders are refused.
    visitor.troubles.splice(0);
  },
);
