import { DAY_MS, type Millis } from '#events/time.ts';
import { openAffiliate } from '#services/commerce/affiliates/edit-affiliate.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { accepted, atTime } from './at-time.ts';
import { chineseCreators } from './content/chinese.ts';
import type { DemoCreator } from './content/creator.ts';
import { forestDeer } from './content/forest-deer.ts';
import { planId } from './offers.ts';
import { creatorId } from './people.ts';
import type { Purchase } from './story.ts';

interface DemoAffiliate {
  creator: DemoCreator;
  partner: DemoCreator;
  code: string;
  rate: number;
  /** Name of the one thing that it is for; null: everything. */
  only: string | null;
  note: string;
  /** Days before today on which it was opened. */
  opened: number;
  /** One in this many purchases uses its link. */
  one_in: number;
}

const named = (slug: string): DemoCreator => {
  const found = chineseCreators.find((creator) => creator.slug === slug);
  if (found === undefined) throw new Error(`the demo has no creator ${slug}`);
  return found;
};

/** The printed creator has two partners, and is a partner of another creator. */
const demoAffiliates: readonly DemoAffiliate[] = [
  {
    creator: forestDeer,
    partner: named('manhuo'),
    code: 'manhuo-10',
    rate: 10,
    only: null,
    note: '节目片尾口播',
    opened: 62,
    one_in: 6,
  },
  {
    creator: forestDeer,
    partner: named('qinghe'),
    code: 'QINGHE-POST',
    rate: 15,
    only: '森林明信片',
    note: '明信片联名',
    opened: 30,
    one_in: 3,
  },
  {
    creator: named('manhuo'),
    partner: forestDeer,
    code: 'linjian',
    rate: 8,
    only: null,
    note: '',
    opened: 58,
    one_in: 4,
  },
];

const goodsOf = ({ creator, only }: DemoAffiliate) => creator.goods.filter(({ name }) => name === only);

export async function openAffiliates({
  committer,
  now,
}: {
  committer: Committer;
  now: Millis;
}): Promise<void> {
  for (const one of demoAffiliates) {
    const { creator, partner, code, rate, note, opened } = one;
    const plan_ids = goodsOf(one).map((goods) => planId(creator, goods));
    const terms = { rate_percent: rate, plan_ids, active: true, note };
    const whose = { creator_id: creatorId(creator), partner_id: creatorId(partner), granted: true };
    await accepted(committer.submit(atTime(openAffiliate({ ...whose, code, terms }), now - opened * DAY_MS)));
  }
}

const isFor = ({ creator, only }: DemoAffiliate, { want, ...purchase }: Purchase): boolean =>
  purchase.creator === creator && (only === null || ('goods' in want && want.goods.name === only));

/** The same purchases, of which some come by a partner's link. */
export function byAffiliates(purchases: readonly Purchase[], now: Millis): Purchase[] {
  const seen = new Map<DemoAffiliate, number>();
  return purchases.map((purchase) => {
    for (const one of demoAffiliates) {
      if (!isFor(one, purchase) || purchase.at < now - one.opened * DAY_MS) continue;
      const nth = (seen.get(one) ?? 0) + 1;
      seen.set(one, nth);
      if (nth % one.one_in === 0) return { ...purchase, affiliate_code: one.code };
    }
    return purchase;
  });
}
