import { derivedHexId, type PlanId, type SkuId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { plainOffer, plainSku } from '#events/plan.ts';
import { DAY_MS, type Millis } from '#events/time.ts';
import type { Committer } from '#services/commerce/command.ts';
import { editPlan } from '#services/commerce/edit-plan.ts';
import { everyRight, type OfferForm } from '#services/commerce/offer-form.ts';
import { setSellingTerms } from '#services/commerce/set-selling-terms.ts';
import type { FileStore } from '#services/runtime/file-store.ts';
import { accepted, atTime } from './at-time.ts';
import type { DemoCreator, DemoGoods, DemoTier } from './content/creator.ts';
import { creatorId } from './people.ts';
import { type Motif, product } from './pictures.ts';

const HIDDEN = 3;
/** From the smallest tier up. */
const TIER_MOTIFS: readonly Motif[] = ['heart', 'star', 'crown'];

export const tierId = ({ slug }: DemoCreator, { name }: DemoTier): PlanId =>
  derivedHexId('demo-plan', slug, name) as PlanId;
export const goodsId = ({ slug }: DemoCreator, { name }: DemoGoods): PlanId =>
  derivedHexId('demo-plan', slug, name) as PlanId;
export const skuId = (plan: PlanId, name: string): SkuId => derivedHexId('demo-sku', plan, name) as SkuId;

const newOffer = { ...plainOffer, price: null, rank: null };

const tierOffer = ({ name, desc, price, period }: DemoTier, pic: string, rank: number): OfferForm => ({
  ...newOffer,
  name,
  desc,
  pic,
  product_type: 0,
  price: fenOf(price),
  pay_month: period?.months ?? 1,
  favorable_price: period ? fenOf(period.price) : null,
  rank,
});

const goodsOffer = ({ name, desc, limit, remark }: DemoGoods, pic: string, rank: number): OfferForm => ({
  ...newOffer,
  name,
  desc,
  pic,
  product_type: 1,
  purchase_limit_type: limit ? 2 : 0,
  purchase_limit: limit ?? null,
  remark_name: remark ? remark.slice(0, 30) : '',
  rank,
});

/** Every creator's plans with their pictures, made a week before the first order. Made again, nothing changes. */
export async function openShops(
  creators: readonly DemoCreator[],
  { committer, files, now }: { committer: Committer; files: FileStore; now: Millis },
): Promise<void> {
  for (const [index, creator] of creators.entries()) {
    const creator_id = creatorId(creator);
    const at = now - (creator.since_days + 6) * DAY_MS;
    const submit = <Result>(command: Parameters<typeof atTime<Result>>[0]) =>
      accepted(committer.submit(atTime(command, at)));
    const { discount_option, hue, spread } = creator;
    const picture = (number: number, motif: Motif) =>
      files.put(product(3_000 + index * 20 + number, { hue, spread }, motif), 'svg');

    await submit(setSellingTerms({ creator_id, discount_option }));
    for (const [number, tier] of creator.tiers.entries()) {
      const offer = tierOffer(tier, await picture(number, TIER_MOTIFS[number] ?? 'heart'), 100 - number);
      const plan_id = tierId(creator, tier);
      await submit(
        editPlan({
          creator_id,
          plan_id,
          may_create: true,
          offer,
          skus: [],
          origin: 'seller',
          rights: everyRight,
        }),
      );
    }
    for (const [number, goods] of creator.goods.entries()) {
      const plan_id = goodsId(creator, goods);
      const offer = goodsOffer(goods, await picture(10 + number, goods.motif), 50 - number);
      const skus = goods.skus.map(({ name, price, stock }, rank) => ({
        offer: {
          sku_id: skuId(plan_id, name),
          name,
          price: fenOf(price),
          ...plainSku,
          rank: goods.skus.length - rank,
        },
        is_new: true,
        stock,
      }));
      const initial = goods.hidden ? { initial_status: HIDDEN as 3 } : {};
      await submit(
        editPlan({
          creator_id,
          plan_id,
          may_create: true,
          ...initial,
          offer,
          skus,
          origin: 'seller',
          rights: everyRight,
        }),
      );
    }
  }
}
