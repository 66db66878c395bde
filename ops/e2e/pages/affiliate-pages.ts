import { call } from '#ops/actors/client.ts';
import { type Affiliate, editAffiliate, listAffiliates } from '#services/contract/affiliates/calls.ts';
import { exploreCreators } from '#services/contract/catalog/creators.ts';
import type { Visitor } from '../visitor.ts';
import type { Page } from './page.ts';

/** A code of the creator; one is opened for another creator if there is none. */
async function codeOf(creator: Visitor, slug: string): Promise<Affiliate> {
  const { list } = await call(creator, listAffiliates);
  // The code with the highest amount has the most to show.
  const [ready] = list.toSorted((one, other) => other.orders - one.orders);
  if (ready !== undefined) return ready;
  const found = await call(creator, exploreCreators);
  const partner = found.list.find(({ url_slug }) => url_slug !== slug)?.url_slug;
  const opened = await call(creator, editAffiliate, { code: 'WALK-10', partner, rate: 10 });
  await call(creator, listAffiliates, { min_position: opened.position });
  return opened.affiliate;
}

export async function affiliatePages(creator: Visitor, slug: string): Promise<Page[]> {
  const { affiliate_id } = await codeOf(creator, slug);
  return [
    { name: 'affiliates', path: '/setting/aff' },
    { name: 'affiliate-orders', path: `/setting/aff?affiliate_id=${affiliate_id}` },
    { name: 'affiliate-new', path: '/edit/aff' },
    { name: 'affiliate-edit', path: `/edit/aff?affiliate_id=${affiliate_id}` },
  ];
}
