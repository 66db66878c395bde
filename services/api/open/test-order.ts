import { derivedHexId, type UserId } from '#events/ids.ts';
import { PRODUCT_TYPE } from '#events/status.ts';
import { plansOf } from '#read-models/catalog/queries.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { createOrderBody } from '#services/contract/orders/orders.ts';
import { countedByRoute } from '../http/rate-limits.ts';
import type { ApiRefusal } from '../http/refusals.ts';
import { takeOrder } from '../orders/take-order.ts';
import { payForOrder } from '../payments/order-payment.ts';

const AMOUNT = '5.00';
/** Plans that are tried. */
const MAX_PLANS = 20;
const FAN = derivedHexId('sandbox', 'test-fan') as UserId;

/** The fan who places test orders; a member without an account cannot sign in. */
async function testFan({ accounts, directory }: Dependencies): Promise<UserId> {
  if (!(await directory.usersByIds([FAN])).has(FAN)) {
    // Another request was faster.
    await accounts.members.add({ user_id: FAN, name: 'Test Fan', language: 'en-US' }).catch(() => undefined);
  }
  return FAN;
}

/** Places and pays an order at the sandbox's provider: a month of the cheapest plan that can be bought, or 5.00. */
export async function placedTestOrder(
  deps: Dependencies,
  creator: UserId,
): Promise<{ out_trade_no: string } | ApiRefusal> {
  const fan = await testFan(deps);
  const shown = { creator_id: creator, kind: 'plans', with_hidden: false } as const;
  const { list } = await plansOf(deps.pool, {
    ...shown,
    limit: MAX_PLANS,
    offset: 0,
    now: deps.clock.now(),
  });
  const plans = list
    .filter(({ offer }) => offer.product_type === PRODUCT_TYPE.sponsorship)
    .sort((one, other) => one.offer.price - other.offer.price)
    .map(({ plan_id }) => ({ plan_id, month: 1 }));
  let refusal: ApiRefusal = { code: 'not_found' };
  for (const choice of [...plans, { user_id: creator, custom_price: AMOUNT }]) {
    const body = createOrderBody.parse(choice);
    const order = { user_id: fan, body, key: undefined, guesses: countedByRoute };
    const taken = await takeOrder(deps, order);
    if (taken.ok) {
      const { charge_id, url } = await payForOrder(deps, taken.order);
      const transport = { delay_ms: 0, copies: 1, lost: false };
      if (url !== '') await deps.payments.sandbox?.pay({ charge_id, outcome: 'success', transport });
      return { out_trade_no: taken.order.placed.out_trade_no };
    }
    refusal = taken.refusal;
  }
  return refusal;
}
