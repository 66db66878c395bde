import { type ChargeId, chargeIdOf, type OutTradeNo } from '#events/ids.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { takePayment } from '#services/commerce/payments/take-payment.ts';
import { type ChargeState, ProviderContradiction } from '#services/modules/payments/provider.ts';
import type { Payments } from '#services/modules/payments/registry.ts';
import type { Timer, TimerData } from '../process.ts';

/** The only attempt so far: a repeated order requests the same charge. */
const FIRST_ATTEMPT = 1;

/** An order whose money a provider collects, and its charge. */
export interface AwaitedCharge {
  out_trade_no: OutTradeNo;
  charge_id: ChargeId;
  provider: string;
}

/** Undefined for an event that begins no charge: imported orders, and those that cost nothing. */
export function awaitedCharge(event: RecordedEvent): TimerData | undefined {
  if (event.type !== 'OrderPlaced' || event.metadata.imported) return undefined;
  const placed = event.data;
  if (placed.total_amount === 0 || placed.provider === '') return undefined;
  const number = placed.cart_order_no ?? placed.out_trade_no;
  return { charge_id: chargeIdOf(number, FIRST_ATTEMPT), provider: placed.provider };
}

/** Reads the data that `awaitedCharge` stored in a timer; its key is the order's number. */
export const chargeOfTimer = ({ key, data }: Timer): AwaitedCharge => ({
  out_trade_no: key as OutTradeNo,
  charge_id: String(data.charge_id) as ChargeId,
  provider: String(data.provider),
});

interface Parts {
  payments: Payments;
  committer: Committer;
}

/** The answer, or that it decides nothing: finance has the charge in its list, and the next question follows as planned. */
export async function orUndecided<Answer>(answer: Promise<Answer>): Promise<Answer | 'undecided'> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ProviderContradiction) return 'undecided';
    throw error;
  }
}

/**
 * Queries a charge at the provider, and records the payment if it was made, as its notice would.
 * @returns the provider's answer; undefined if the charge or the provider is unknown
 */
export async function askAboutCharge(
  { payments, committer }: Parts,
  { charge_id, provider }: Pick<AwaitedCharge, 'charge_id' | 'provider'>,
): Promise<ChargeState | undefined> {
  const state = await payments.provider(provider)?.lookUp(charge_id);
  if (state?.status === 'paid') {
    const causation_id = `look-up ${charge_id}`;
    const command = takePayment({ charge_id, amount: state.amount, provider, causation_id });
    if (command) await committer.submit(command);
  }
  return state;
}
