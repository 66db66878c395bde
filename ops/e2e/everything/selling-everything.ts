import { call } from '#ops/actors/client.ts';
import { eventForm, HOLDERS, HOME, putOnSale, somebody } from '#ops/actors/people.ts';
import { submitCertification } from '#services/contract/accounts/certification.ts';
import type { Plan } from '#services/contract/catalog/plans.ts';
import { editAddress } from '#services/contract/delivery/addresses.ts';
import { editIdcard } from '#services/contract/tickets/identities.ts';
import { newCreator, signedUp } from '../people.ts';
import type { Visitor } from '../visitor.ts';

/** One product of each kind for one cart. */
export interface SampleShop {
  /** Choose two of four; each gets a line of a pool that is empty. */
  bundle: Plan;
  concert: Plan;
  /** Two models, sent by post. */
  scarf: Plan;
}

const MONTH_SECONDS = 30 * 86_400;

/** A creator with a bundle of a choice, an event with named tickets, and shipped goods. */
export async function openSampleShop(creator: Visitor): Promise<SampleShop> {
  await newCreator(creator, 'Ida Garden', 'idagarden');
  // Approved automatically in the sandbox; replies are for certified creators.
  await call(creator, submitCertification, { url: 'https://example.com/ida' });
  const seasons = ['Spring', 'Summer', 'Autumn', 'Winter'];
  const cards = await putOnSale(creator, {
    name: 'Wallpapers',
    product_type: 1,
    sku: seasons.map((name) => ({ name, price: '12.00', stock: 20 })),
  });
  const bundle = await putOnSale(creator, {
    name: 'Two seasons of your choice',
    product_type: 3,
    price: '18.00',
    bundle_sku_select_count: 2,
    bundle_stock: 10,
    reply_random_switch: true,
    sku: cards.sku.map(({ sku_id }) => ({ sku_id })),
  });
  const begin_time = Math.floor(Date.now() / 3_600_000) * 3_600 + MONTH_SECONDS;
  const concert = await putOnSale(
    creator,
    eventForm('Garden concert', begin_time, { name: 'Lawn', price: '80.00', stock: 50 }),
  );
  const scarf = await putOnSale(creator, {
    name: 'Wool scarf',
    product_type: 1,
    need_address: true,
    sku: [
      { name: 'Moss', price: '60.00', stock: 5 },
      { name: 'Clay', price: '45.00', stock: 5 },
    ],
  });
  return { bundle, concert, scarf };
}

/** A fan with a saved address and saved holders. */
export async function readyToBuy(fan: Visitor): Promise<void> {
  await signedUp(fan, somebody('小满'));
  await call(fan, editAddress, HOME);
  for (const holder of HOLDERS) await call(fan, editIdcard, holder);
}
