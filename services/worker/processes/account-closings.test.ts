import { expect, it } from 'vitest';
import { asPlanId } from '#events/ids.ts';
import { accountStream, affiliateStream, planStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { leavingCreator } from '#services/api/testing/leaving.ts';
import { savePlan, sponsorshipForm } from '#services/api/testing/shop.ts';
import { closeAccount } from '#services/commerce/accounts/close-account.ts';
import { editAffiliate } from '#services/contract/affiliates/calls.ts';
import { sandboxOutbox } from '#services/contract/system/sandbox.ts';
import { openClosing } from '#services/modules/accounts/deletion/closing.ts';
import { openShop } from '../testing/shop.ts';
import { LEFT_AFTER_MS } from './account-closings.ts';

const shop = fixture(openShop);

it('completes a closing that a crash left: rows, codes with a message to the seller, plans', async () => {
  const { api } = shop;
  const { committer, pool, log } = api.deps;
  const [seller, partner] = [await api.creator(), await leavingCreator(api)];
  const code = { code: 'partner-1', partner: partner.user_id, rate: 50 };
  const { affiliate } = await api.data(editAffiliate, code, seller);
  const plan = await savePlan(api, partner, sponsorshipForm);
  const { user_id } = partner;
  await committer.submit(closeAccount({ user_id, orders_seen: -1 }));

  shop.processes();
  shop.advance(LEFT_AFTER_MS / 1_000);
  const last = async (stream: string) => (await log.readStream(stream)).at(-1);
  await expect
    .poll(() => last(planStream(asPlanId(plan.plan_id))))
    .toMatchObject({ type: 'PlanStatusChanged', data: { status: 2 } });
  expect(await last(affiliateStream(affiliate.affiliate_id))).toMatchObject({ type: 'AffiliateClosed' });
  const QUERY = 'SELECT template FROM runtime.outbox WHERE to_user = $1';
  expect((await pool.query(QUERY, [seller.user_id])).rows).toEqual([{ template: 'affiliate_ended' }]);
  const erased = 'SELECT FROM accounts.users WHERE id = $1 AND deleted_at IS NOT NULL';
  await expect.poll(async () => (await pool.query(erased, [user_id])).rowCount).toBe(1);
  expect((await api.data(sandboxOutbox, { account: partner.account })).list).toMatchObject([
    { subject: '账号已注销' },
  ]);
  expect(shop.failures).toEqual([]);
});

it('closes accounts that were erased before closing was an event', async () => {
  const { deps } = shop.api;
  const { user_id } = await shop.api.creator();
  await deps.pool.query('UPDATE accounts.users SET deleted_at = 0 WHERE id = $1', [user_id]);
  const closing = openClosing({ ...deps, team: deps.accounts.team });
  for (let time = 0; time < 2; time += 1) await closing.completeEarlier();
  const events = await deps.log.readStream(accountStream(user_id));
  expect(events.map(({ type }) => type)).toEqual(['AccountClosed']);
});
