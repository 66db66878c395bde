import { fenOf } from '#events/money.ts';
import { DAY_MS } from '#events/time.ts';
import { editPlan } from '#services/commerce/catalog/edit-plan.ts';
import { everyRight } from '#services/commerce/catalog/offer-form.ts';
import { saveTemplate } from '#services/commerce/catalog/save-template.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { allowRemarkChanges } from '#services/commerce/orders/allow-remark-changes.ts';
import { setFreeShipping } from '#services/commerce/prices/set-free-shipping.ts';
import { setSellingTerms } from '#services/commerce/prices/set-selling-terms.ts';
import { isProvince } from '#services/modules/delivery/regions.ts';
import type { MediaStore } from '#services/modules/media/media-store.ts';
import { putDrawing } from '#services/modules/media/public/public-files.ts';
import { accepted, atTime } from './at-time.ts';
import type { DemoCreator, DemoSending } from './content/creator.ts';
import {
  bundleForm,
  type DemoForm,
  type DemoOffer,
  type DemoTime,
  eventForm,
  goodsForm,
  planId,
  templateId,
  tierForm,
} from './offers.ts';
import { certifiedIn, creatorId } from './people.ts';
import { type Motif, product } from './pictures.ts';

const HIDDEN = 3;
/** From the smallest tier up. */
const TIER_MOTIFS: readonly Motif[] = ['heart', 'star', 'crown'];
/** Pictures of one creator have separate random numbers. */
const PICTURES_EACH = 40;

type Submit = <Result>(command: Parameters<typeof atTime<Result>>[0]) => Promise<Result>;

async function setTerms(submit: Submit, creator: DemoCreator): Promise<void> {
  const creator_id = creatorId(creator);
  await submit(setSellingTerms({ creator_id, discount_option: creator.discount_option }));
  if (certifiedIn(creator)) await submit(allowRemarkChanges({ creator_id, allowed: true, certified: true }));
  if (creator.sending) await setSending(submit, creator, creator.sending);
}

async function setSending(
  submit: Submit,
  creator: DemoCreator,
  { name, near, far, free_from }: DemoSending,
): Promise<void> {
  const creator_id = creatorId(creator);
  const rules = [near, far].map(({ provinces, first, next }) => ({
    provinces: [...provinces],
    first_fee: fenOf(first),
    next_fee: fenOf(next),
  }));
  const template_id = templateId(creator);
  await submit(saveTemplate({ creator_id, template_id, may_create: true, name, rules, isProvince }));
  if (free_from !== undefined) await submit(setFreeShipping({ creator_id, amount: fenOf(free_from) }));
}

/** Every creator's plans with their pictures, made a week before the first order. Made again, nothing changes. */
export async function openShops(
  creators: readonly DemoCreator[],
  { committer, media, ...time }: { committer: Committer; media: MediaStore } & DemoTime,
): Promise<void> {
  for (const [index, creator] of creators.entries()) {
    const creator_id = creatorId(creator);
    const at = time.now - (creator.since_days + 6) * DAY_MS;
    const submit: Submit = (command) => accepted(committer.submit(atTime(command, at)));
    const { hue, spread } = creator;
    let drawn = 0;
    const draw = (motif: Motif): Promise<string> => {
      drawn += 1;
      return putDrawing(media, product(3_000 + index * PICTURES_EACH + drawn, { hue, spread }, motif));
    };
    const save = (offer: DemoOffer, form: DemoForm): Promise<unknown> => {
      const hidden = 'hidden' in offer && offer.hidden === true;
      const initial = hidden ? { initial_status: HIDDEN as 3 } : {};
      const whose = { creator_id, plan_id: planId(creator, offer), may_create: true, ...initial };
      return submit(editPlan({ ...whose, ...form, origin: 'seller', rights: everyRight }));
    };

    await setTerms(submit, creator);
    // Referenced offers come first: tiers with members, goods for bundles.
    for (const [number, tier] of creator.tiers.entries()) {
      const pic = await draw(TIER_MOTIFS[number] ?? 'heart');
      await save(tier, tierForm(creator, tier, time, { pic, rank: 100 - number }));
    }
    for (const [number, goods] of creator.goods.entries()) {
      const pic = await draw(goods.motif);
      // The first one has several, for fans to look through.
      const seeds = number === 0 ? [8_000 + index * 2, 8_001 + index * 2] : [];
      const more_pics = await Promise.all(
        seeds.map((seed) => putDrawing(media, product(seed, { hue, spread }, goods.motif))),
      );
      await save(goods, goodsForm(creator, goods, time, { pic, more_pics, rank: 50 - number }));
    }
    for (const [number, bundle] of (creator.bundles ?? []).entries()) {
      const pic = await draw(bundle.motif);
      await save(bundle, bundleForm(creator, bundle, time, { pic, rank: 30 - number }));
    }
    for (const [number, event] of (creator.events ?? []).entries()) {
      const pic = await draw(event.motif);
      await save(event, eventForm(creator, event, time, { pic, rank: 20 - number }));
    }
  }
}
