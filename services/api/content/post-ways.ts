import type { UserId } from '#events/ids.ts';
import { type Fen, toWire } from '#events/money.ts';
import { isByPiece, PLAN_STATUS, PRODUCT_TYPE } from '#events/status.ts';
import type { Millis } from '#events/time.ts';
import { type CatalogPlan, type CatalogSku, plansByIds, plansOf } from '#read-models/catalog/queries.ts';
import type { PostFound } from '#read-models/content/queries.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { buyableNow } from '#services/commerce/catalog/buyable.ts';
import { shownStatus } from '#services/commerce/catalog/on-sale.ts';
import type { Post } from '#services/contract/content/posts.ts';
import { shownPrices, skuCost } from '../catalog/plan-prices.ts';
import { fanOf } from '../catalog/plan-viewer.ts';

type Parts = Pick<Dependencies, 'accounts' | 'committer' | 'clock' | 'pool'>;
type Way = Post['ways'][number];

const MAX_WAYS = 3;
/** Plans of a creator, those of the highest rank, that are looked at. */
const MAX_PLANS = 100;

/** What opens the post: a plan's membership, or one SKU. */
interface Opener {
  plan: CatalogPlan;
  sku: CatalogSku | null;
}

function isOffered({ plan, sku }: Opener, now: Millis): boolean {
  if (shownStatus(plan, now) !== PLAN_STATUS.normal) return false;
  const skus = sku === null ? plan.facts : [sku];
  return buyableNow(plan, skus, plan.bundle?.left ?? null, now).refusal === '';
}

/** Plans that the audience includes. A membership that begins now does not cover an earlier publication. */
function plansFor(post: PostFound, plans: readonly CatalogPlan[]): Opener[] {
  if (post.window === 'period') return [];
  const fits = ({ plan_id, offer }: CatalogPlan): boolean => {
    if (offer.product_type !== PRODUCT_TYPE.sponsorship) return false;
    if (post.audience === 'named') return post.plan_ids.includes(plan_id);
    return post.audience === 'members' || offer.price >= post.min_price;
  };
  return plans.filter(fits).map((plan) => ({ plan, sku: null }));
}

/** The SKUs that the post names. One that is sold in bundles only is not among them. */
const skusFor = ({ skus }: PostFound, plans: readonly CatalogPlan[]): Opener[] =>
  skus.flatMap(({ plan_id, sku_id }) => {
    const plan = plans.find((one) => one.plan_id === plan_id);
    const sku = plan?.skus.find((one) => one.sku_id === sku_id);
    return plan && sku && isByPiece(plan.offer.product_type) ? [{ plan, sku }] : [];
  });

async function plansAbout(pool: Parts['pool'], post: PostFound, now: Millis): Promise<CatalogPlan[]> {
  const { creator_id, plan_ids, skus } = post;
  if (post.audience === 'named') {
    const ids = [...new Set([...plan_ids, ...skus.map(({ plan_id }) => plan_id)])];
    return (await plansByIds(pool, { ids })).rows;
  }
  const page = { kind: 'plans', with_hidden: false, now, limit: MAX_PLANS, offset: 0 } as const;
  return (await plansOf(pool, { creator_id, ...page })).list;
}

/**
 * What opens a locked post and can be bought now, at its present price for this visitor: the cheapest first, at most
 * three. Hidden plans are never offered.
 */
export async function waysToRead(parts: Parts, post: PostFound, user: UserId | undefined): Promise<Way[]> {
  if (post.audience === 'all' || post.audience === 'self') return [];
  const now = parts.clock.now();
  const plans = await plansAbout(parts.pool, post, now);
  const openers = [...plansFor(post, plans), ...skusFor(post, plans)].filter((one) => isOffered(one, now));
  const priced = await Promise.all(
    openers.map(async ({ plan, sku }): Promise<Opener & { price: Fen }> => {
      const viewer = await fanOf(parts, user, plan);
      const price = sku === null ? shownPrices(plan, viewer).now : skuCost(plan.offer, sku, viewer);
      return { plan, sku, price };
    }),
  );
  const cheapest = priced.sort((one, other) => one.price - other.price).slice(0, MAX_WAYS);
  return cheapest.map(({ plan: { plan_id, offer }, sku, price }) => ({
    kind: sku === null ? ('membership' as const) : ('sku' as const),
    plan_id,
    sku_id: sku?.sku_id ?? '',
    name: sku === null ? offer.name : `${offer.name} · ${sku.name}`,
    price: toWire(price),
    months: sku === null ? offer.pay_month : 0,
  }));
}
