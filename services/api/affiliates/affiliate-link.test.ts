import { expect, test } from 'vitest';
import type { PlanOffer } from '#events/catalog.ts';
import { PLAN_STATUS, type PlanStatus } from '#events/status.ts';
import { goods, PLAN, sponsorship } from '#services/commerce/testing/scenario.ts';
import { affiliateLink } from './affiliate-link.ts';

const item = (
  change: Partial<PlanOffer> = {},
  status: PlanStatus = PLAN_STATUS.normal,
  plan_id: string = PLAN,
) => ({
  plan_id,
  status,
  ...goods,
  ...change,
});
const link = (...items: Parameters<typeof affiliateLink>[2]) =>
  affiliateLink('Podcast-7', 'idagarden', items);

const SELLER = '/a/idagarden?affiliate_code=Podcast-7';

test.each([
  ['goods', item(), '/item/plan-1'],
  ['a bundle', item({ product_type: 2 }), '/bundle/plan-1'],
  ['a bundle of choice', item({ product_type: 3 }), '/bundle/plan-1'],
  ['an event', item({ product_type: 4 }), '/item/plan-1'],
  ['what can be bought hidden', item({ can_buy_hide: true }, PLAN_STATUS.hidden), '/item/plan-1'],
])('a code for only %s links to it', (_what, only, page) => {
  expect(link(only)).toBe(`${page}?affiliate_code=Podcast-7`);
});

test.each([
  ['everything', []],
  ['two items', [item(), item({}, PLAN_STATUS.normal, 'plan-2')]],
  ['two items, of which one is gone', [item(), item({}, PLAN_STATUS.deleted, 'plan-2')]],
  ['two items, of which one is not known yet', [item(), undefined]],
  ['one that is not known yet', [undefined]],
  ['a sponsorship, which has no page of its own', [{ ...item(), ...sponsorship }]],
  ['one that was deleted', [item({}, PLAN_STATUS.deleted)]],
  ['one that is hidden', [item({}, PLAN_STATUS.hidden)]],
])('a code for %s leads to its seller', (_what, items) => {
  expect(link(...items)).toBe(SELLER);
});

test('values in addresses are encoded', () => {
  expect(affiliateLink('Podcast-7', '林小满', [])).toBe(
    '/a/%E6%9E%97%E5%B0%8F%E6%BB%A1?affiliate_code=Podcast-7',
  );
});
