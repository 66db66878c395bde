import { chargeIdOf, type PlanId, type UserId } from '#events/ids.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { agreementStream } from '#events/stream-names.ts';
import { HOUR_MS, type Millis } from '#events/time.ts';
import type { Command, Committer } from '#services/commerce/engine/command.ts';
import { agreementKind } from '#services/commerce/memberships/agreement.ts';
import { endRejected, failRenewal } from '#services/commerce/memberships/end-agreement.ts';
import {
  RENEWED_BEFORE_MS,
  type RenewalStep,
  renewMembership,
} from '#services/commerce/orders/renew-membership.ts';
import { takePayment } from '#services/commerce/payments/take-payment.ts';
import type { AgreedOutcome } from '#services/modules/payments/provider.ts';
import type { Payments } from '#services/modules/payments/registry.ts';
import type { Blocks } from '#services/modules/relations/blocks.ts';
import type { Process } from '../process.ts';
import { dueTimeOf } from './due-time.ts';

interface Parts {
  blocks: Pick<Blocks, 'rejects'>;
  committer: Committer;
  payments: Pick<Payments, 'provider'>;
}

/** After an unknown outcome, the provider is asked again; the same charge is never taken twice. */
const UNKNOWN_AGAIN_MS = HOUR_MS;
/** One charge serves all tries, as for an order that is paid manually. */
const ONLY_CHARGE = 1;

type Charge = Extract<RenewalStep, { next: 'charge' }>;

/**
 * Renews memberships by agreement: places the order of the next period, has the provider charge it, and records the
 * result. Order and charge have derived ids, so a repetition finds both: one charge for a period.
 */
export const renewals = ({ blocks, committer, payments }: Parts): Process => {
  const accepted = async <Result>(command: Command<Result>): Promise<Result> => {
    const outcome = await committer.submit(command);
    if (!outcome.accepted) throw new Error(`${command.name} was refused: ${outcome.refusal.code}`);
    return outcome.result;
  };
  /** Charges the order. A different amount is recorded as late, and returned: it does not pay the order. */
  const charge = async ({ order, agreed_with }: Charge): Promise<AgreedOutcome> => {
    const { provider: name, out_trade_no, total_amount: amount, currency, expires_at } = order;
    const provider = payments.provider(name);
    if (provider?.chargeAgain === undefined) throw new Error(`${name} cannot charge by agreement`);
    const request = { out_trade_no, amount, currency, expires_at };
    const charge_id = chargeIdOf(out_trade_no, ONLY_CHARGE);
    const outcome = await provider.chargeAgain({
      ...request,
      charge_id,
      agreed_with: chargeIdOf(agreed_with, ONLY_CHARGE),
    });
    if (outcome.status === 'paid') {
      const charged = { charge_id, amount: outcome.amount, provider: name, causation_id: 'renewal' };
      const command = takePayment(charged);
      if (command) await accepted(command);
    }
    return outcome;
  };

  /** Nothing is charged for a creator who rejects the fan. */
  const isRejected = async (user_id: UserId, plan_id: PlanId): Promise<boolean> => {
    const stream = agreementStream(plan_id, user_id);
    const agreement = await committer.read([stream], (states) => states.get(agreementKind, stream));
    if (agreement.phase !== 'active') return false;
    return blocks.rejects(agreement.agreed.creator_id, user_id);
  };

  return {
    name: 'renewals',
    types: ['AgreementMade', 'RenewalPaid', 'AgreementEnded'],
    timerFor(event: RecordedEvent<'AgreementMade' | 'RenewalPaid' | 'AgreementEnded'>) {
      const { user_id, plan_id } = event.data;
      const key = `${plan_id} ${user_id}`;
      if (event.type === 'AgreementEnded') return { key, clear: true };
      return {
        key,
        set: { due_at: dueTimeOf(event, event.data.until - RENEWED_BEFORE_MS), data: { user_id, plan_id } },
      };
    },
    async fire({ data }, now) {
      const [user_id, plan_id] = [String(data.user_id) as UserId, String(data.plan_id) as PlanId];
      const later = (at: Millis | null) => (at === null ? ('done' as const) : { again_at: at });
      if (await isRejected(user_id, plan_id)) {
        await accepted(endRejected({ user_id, plan_id, actor: 'process:renewals' }));
        return 'done';
      }
      const step = await accepted(renewMembership({ user_id, plan_id }));
      if (step.next !== 'charge') return later(step.next === 'wait' ? step.at : null);
      const { status } = await charge(step);
      if (status === 'unknown') return { again_at: now + UNKNOWN_AGAIN_MS };
      if (status === 'paid') {
        const next = await accepted(renewMembership({ user_id, plan_id }));
        return later(next.next === 'wait' ? next.at : null);
      }
      const { out_trade_no } = step.order;
      return later(await accepted(failRenewal({ user_id, plan_id, out_trade_no, attempt: step.attempt })));
    },
  };
};
