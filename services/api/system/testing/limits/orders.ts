import { asUserId } from '#events/ids.ts';
import { getExpressProgress, updateExpress } from '#services/contract/delivery/express.ts';
import { prepareOrder } from '#services/contract/orders/orders.ts';
import { resendMessages } from '#services/contract/staff/support.ts';
import { kuaidi100Carrier } from '#services/modules/delivery/carriers/kuaidi100/carrier.ts';
import { savePlan, sponsorshipForm } from '../../../testing/shop.ts';
import { waitingOrder } from '../../../testing/waiting-orders.ts';
import { type Callers, type Row, rowsOf } from './row.ts';

/** Orders: notices of payments, redeem and invite codes, parcels, repeated messages. */
export function limitsOfOrders(callers: Callers): readonly Row[] {
  const { api, ask, call, newAddress } = callers;
  const { row, fromOne, byOne } = rowsOf(callers);
  const invitedPlan = async () =>
    (await savePlan(api(), await api().creator(), { ...sponsorshipForm, invite_code: 'SPRING' })).plan_id;

  return [
    row(
      'services/api/payments/payments.routes.ts notices',
      'forged notices of an address',
      [20],
      /^notices /,
      fromOne((n, address) =>
        ask(n, '/api/pay/notify/sandbox', {
          method: 'POST',
          address,
          headers: { 'content-type': 'application/json' },
          payload: `{"n":${n}}`,
        }),
      ),
    ),
    row(
      'services/api/orders/order-input.ts guesses',
      'unknown redeem codes of an address',
      [20],
      /^guesses /,
      fromOne(async (n, address) =>
        call(n, prepareOrder, { redeem_code: `wrong ${n}` }, { address, as: await api().user() }),
      ),
    ),
    row(
      'services/api/orders/invite-guesses.ts guesses',
      'wrong invite codes of an address',
      [20],
      /^guesses /,
      async () => {
        const [address, plan_id] = [newAddress(), await invitedPlan()];
        return async (n) =>
          call(n, prepareOrder, { plan_id, invite_code: `wrong ${n}` }, { address, as: await api().user() });
      },
    ),
    row(
      'services/api/orders/redeem-lookup.ts REDEEM_ATTEMPTS',
      'unknown redeem codes of a person',
      [20, 50],
      'attempts',
      byOne((n, as) => call(n, prepareOrder, { redeem_code: `wrong ${n}` }, { as })),
    ),
    row(
      'services/api/orders/invite-guesses.ts INVITE_ATTEMPTS',
      'wrong invite codes of a person',
      [20, 50],
      'attempts',
      async () => {
        const [as, plan_id] = [await api().user(), await invitedPlan()];
        return (n) => call(n, prepareOrder, { plan_id, invite_code: `wrong ${n}` }, { as });
      },
    ),
    row(
      'services/api/delivery/delivery.routes.ts GUESSES',
      'wrong phones at a parcel',
      [10, 50],
      'attempts',
      async () => {
        const [creator, fan] = [await api().creator(), await api().user()];
        const whose = { user_id: fan.user_id, creator_id: creator.user_id };
        const out_trade_no = await waitingOrder(api().deps.committer, whose);
        const express_no = 'SF1234567890';
        await api().data(updateExpress, { out_trade_no, express: 'sf', express_no }, creator);
        return (n) => call(n, getExpressProgress, { out_trade_no, number: express_no, mobile: '0000' });
      },
    ),
    row(
      'services/modules/delivery/carriers/kuaidi100/carrier.ts perMinute',
      'queries of a tracking service in a minute',
      [20, 50],
      'attempts',
      async () => {
        const service = { knows: () => true, ask: async () => ({ steps: [], lines: [] }) };
        const limits = { perMinute: 20, perDay: 50 };
        const { pool, clock } = api().deps;
        const onError = () => undefined;
        const both = [0, 1].map(() => kuaidi100Carrier({ service, limits, pool, clock, onError }));
        const shipped = { company_id: 'yto', shipped_at: 0, recipient: async () => undefined };
        let parcels = 0;
        return async (n) => {
          parcels += 1;
          const tracked = await both[n % 2]?.track({ ...shipped, express_no: `YT${parcels}` });
          return (tracked?.wait ?? 0) > 0 ? 42900 : 200;
        };
      },
    ),
    row(
      'services/commerce/staff/resend-messages.ts MAX_RESENDS',
      'repeats of the messages of an order',
      [3],
      'own',
      async () => {
        const [creator, fan, as] = [await api().creator(), await api().user(), await api().staff('support')];
        const whose = { user_id: asUserId(fan.user_id), creator_id: creator.user_id };
        const out_trade_no = await waitingOrder(api().deps.committer, whose);
        return (n) => call(n, resendMessages, { out_trade_no, reason: '买家没有收到' }, { as });
      },
    ),
  ];
}
