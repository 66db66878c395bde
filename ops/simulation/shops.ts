import { DAY_MS, type Millis } from '#events/time.ts';
import { accepted } from '#ops/demo/at-time.ts';
import type { DemoCreator } from '#ops/demo/content/creator.ts';
import {
  bundleForm,
  type DemoForm,
  type DemoOffer,
  eventForm,
  goodsForm,
  planId,
  tierForm,
} from '#ops/demo/offers.ts';
import { creatorId } from '#ops/demo/people.ts';
import type { Random } from '#ops/demo/random.ts';
import { editPlan } from '#services/commerce/catalog/edit-plan.ts';
import { everyRight } from '#services/commerce/catalog/offer-form.ts';
import { setSellingTerms } from '#services/commerce/prices/set-selling-terms.ts';
import { SAMPLE_CARD } from '#services/modules/withdrawals/testing/sample-card.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import type { World } from './world.ts';

/** Rounds of an event, in days from the first. */
const ROUND_DAYS = [25, 60, 120, 200, 290, 380];
const YUAN = 100;

/** Creators with some kinds of offers, each at different prices, odd fen included. */
export function drawCreators(random: Random, count: number): DemoCreator[] {
  const price = (from: number, to: number): number => random.whole(from * YUAN, to * YUAN);
  return Array.from({ length: count }, (_, number): DemoCreator => {
    const desc = 'Simulated';
    const [small, large] = [price(5, 20), price(25, 120)];
    return {
      name: `Creator ${number}`,
      slug: `simulated${number}`,
      doing: '',
      detail: '',
      category_id: 'craft',
      language: 'en-US',
      hue: 0,
      spread: 0,
      since_days: 0,
      fame: random.chance(0.1) ? 8 : 1,
      discount_option: random.chance(0.5) ? 1 : 0,
      tiers: [
        { name: 'Coffee', desc, price: small, weight: 5 },
        { name: 'Dinner', desc, price: large, weight: 2 },
        { name: 'Year', desc, price: small, weight: 1, period: { months: 12, price: small * 10 } },
      ],
      goods: [
        {
          name: 'Shirt',
          desc,
          motif: 'craft',
          skus: [
            { name: 'Red', price: price(20, 90), stock: null, weight: 3 },
            { name: 'Blue', price: price(20, 90), stock: random.whole(20, 400), weight: 2 },
          ],
        },
        {
          name: 'Print',
          desc,
          motif: 'print',
          limit: { count: 3, days: 30 },
          skus: [{ name: 'A3', price: price(1, 15), stock: null, weight: 1 }],
        },
      ],
      bundles: [
        {
          name: 'Everything',
          desc,
          motif: 'star',
          price: price(30, 99),
          stock: random.whole(50, 500),
          parts: [
            { goods: 'Shirt', sku: 'Red' },
            { goods: 'Print', sku: 'A3' },
          ],
        },
      ],
      events: [
        {
          name: 'Evening',
          desc,
          motif: 'music',
          rounds: ROUND_DAYS.map((day) => ({ day, hour: 20 })),
          tickets: ROUND_DAYS.map((day, round) => ({
            name: `Day ${day}`,
            price: price(30, 300),
            stock: 200,
            weight: 1,
            round,
          })),
        },
      ],
    };
  });
}

async function addPeople({ accounts }: World, creators: readonly DemoCreator[], now: Millis): Promise<void> {
  const members = creators.map((creator) => ({
    user_id: creatorId(creator),
    name: creator.name,
    language: creator.language,
    created_at: now,
  }));
  await accounts.members.addMany(members);
}

/** An account at Alipay, and a card to switch to. */
async function addMethods({ withdrawMethods }: World, creator: DemoCreator): Promise<void> {
  const user_id = creatorId(creator);
  const account = `${creator.slug}@example.com`;
  const refused = [
    await withdrawMethods.saveWallet(user_id, 'apy', { realname: '王小明', account }),
    await withdrawMethods.draftBank(user_id, SAMPLE_CARD),
    await withdrawMethods.takeDraft(user_id, (await withdrawMethods.draftOf(user_id))?.vault_ref ?? '', true),
  ].find(isRefusal);
  if (refused) throw new Error(`no way to pay ${creator.slug}: ${JSON.stringify(refused)}`);
}

async function openShop({ committer, calendar }: World, creator: DemoCreator, now: Millis): Promise<void> {
  const time = { now, calendar };
  const creator_id = creatorId(creator);
  const drawn = { pic: '', rank: 1 };
  await accepted(committer.submit(setSellingTerms({ creator_id, discount_option: creator.discount_option })));
  const save = (offer: DemoOffer, form: DemoForm): Promise<unknown> => {
    const whose = { creator_id, plan_id: planId(creator, offer), may_create: true };
    return accepted(committer.submit(editPlan({ ...whose, ...form, origin: 'seller', rights: everyRight })));
  };
  for (const tier of creator.tiers) await save(tier, tierForm(creator, tier, time, drawn));
  for (const goods of creator.goods) await save(goods, goodsForm(creator, goods, time, drawn));
  for (const one of creator.bundles ?? []) await save(one, bundleForm(creator, one, time, drawn));
  for (const one of creator.events ?? []) await save(one, eventForm(creator, one, time, drawn));
}

/** Creators register, add withdrawal methods and publish offers. */
export async function openShops(world: World, creators: readonly DemoCreator[]): Promise<void> {
  const now = world.clock.now();
  await addPeople(world, creators, now - DAY_MS);
  await Promise.all(creators.map((creator) => openShop(world, creator, now)));
  for (const creator of creators) await addMethods(world, creator);
}
