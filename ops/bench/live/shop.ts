import { overHttp } from '#ops/actors/client.ts';
import { becomeCreator, putOnSale } from '#ops/actors/people.ts';
import { withSessions } from '#ops/actors/sessions.ts';
import { systemClock } from '#services/runtime/clock.ts';
import type { Goods } from './job.ts';
import type { LiveServer } from './server.ts';

/** Tokens of this many signed-in fans. */
export const signedIn = (server: LiveServer, people: number): Promise<string[]> =>
  withSessions(server, systemClock, async (means) =>
    means.tokens(await means.people(Array.from({ length: people }, (_, number) => `fan ${number}`))),
  );

let creators = 0;

/** A new creator's plan with this many SKUs; `''` is unlimited stock. */
export async function openShop(
  { base }: LiveServer,
  token: string,
  stocks: readonly (number | '')[],
): Promise<Goods[]> {
  creators += 1;
  const creator = overHttp(base, { token });
  await becomeCreator(creator, { name: `creator ${creators}`, url_slug: `bench${creators}x` });
  const sku = stocks.map((stock, number) => ({ name: `Model ${number}`, price: '10.00', stock }));
  const plan = await putOnSale(creator, { name: 'Scarf', product_type: 1, sku });
  return plan.sku.map(({ sku_id }) => ({ plan_id: plan.plan_id, sku_id }));
}
