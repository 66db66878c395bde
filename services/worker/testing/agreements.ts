import { asOutTradeNo, asPlanId, chargeIdOf, type OutTradeNo, type PlanId } from '#events/ids.ts';
import { agreementStream } from '#events/stream-names.ts';
import { savePlan, sponsorshipForm } from '#services/api/testing/shop.ts';
import type { TestApi, TestUser } from '#services/api/testing/test-api.ts';
import { takePayment } from '#services/commerce/payments/take-payment.ts';
import { createOrder } from '#services/contract/orders/orders.ts';

/** A plan of 30.00 a month whose memberships can be renewed by agreement. */
export async function renewable(api: TestApi, creator: TestUser): Promise<PlanId> {
  const { plan_id } = await savePlan(api, creator, { ...sponsorshipForm, can_ali_agreement: 1 });
  return asPlanId(plan_id);
}

/** The fan agrees in the checkout, and pays. */
export async function agree(api: TestApi, fan: TestUser, plan_id: PlanId): Promise<OutTradeNo> {
  const placed = await api.data(createOrder, { plan_id, agreement_amount: '30.00' }, fan);
  const charge_id = chargeIdOf(asOutTradeNo(placed.out_trade_no), 1);
  const { payments, committer } = api.deps;
  const transport = { delay_ms: 0, copies: 0, lost: true };
  await payments.sandbox?.pay({ charge_id, outcome: 'success', transport });
  const state = await payments.sandbox?.lookUp(charge_id);
  const command = state && takePayment({ charge_id, amount: state.amount, provider: 'sandbox' });
  if (!command || !(await committer.submit(command)).accepted) throw new Error('the payment was refused');
  return asOutTradeNo(placed.out_trade_no);
}

export const agreementEvents = ({ deps }: TestApi, { user_id }: TestUser, plan_id: PlanId) =>
  deps.log.readStream(agreementStream(plan_id, user_id));
