import type { Selectable } from 'kysely';
import type { Pool } from 'pg';
import { derivedHexId, type UserId } from '#events/ids.ts';
import type { MethodKind } from '#events/status.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import type { Tables } from '#services/runtime/tables.gen.ts';
import {
  NoAnswer,
  type PayoutFault,
  type PayoutProvider,
  type PayoutRequest,
  type PayoutState,
} from '../provider.ts';

/** The result of a payout, by the last two digits of its amount; by default it is paid immediately. */
const FAULTS: Readonly<Record<number, PayoutFault>> = {
  41: 'account_unknown',
  42: 'name_differs',
  43: 'limit_reached',
};
/** Errors of an Alipay or PayPal account; the same amount reaches a bank card. */
const ACCOUNT_FAULTS: readonly PayoutFault[] = ['account_unknown', 'name_differs'];

function faultOf(cents: number, kind: MethodKind): PayoutFault | undefined {
  const fault = FAULTS[cents];
  return fault && kind === 'bank' && ACCOUNT_FAULTS.includes(fault) ? undefined : fault;
}
/** Paid a minute after it was accepted. */
const SLOW = 44;
const SLOW_MS = 60_000;
/** Accepted and paid, but the answer gets lost. */
const ANSWER_LOST = 45;

/** Sets the outcome of a payout in the sandbox; it replaces the earlier one. */
type PayoutOutcome = { kind: 'succeeded' } | { kind: 'failed'; cause: PayoutFault };

export interface SandboxPayouts extends PayoutProvider {
  /** Decides about a withdrawal's newest payout; undefined when none was sent. */
  decide(
    withdrawal_id: string,
    outcome: PayoutOutcome,
  ): Promise<{ user_id: UserId; payout_id: string; payee_kind: MethodKind; state: PayoutState } | undefined>;
}

type PayoutRow = Selectable<Tables['sandbox.payouts']> & { kind: MethodKind; cause: PayoutFault };

export function openSandboxPayouts(pool: Pool, clock: Clock): SandboxPayouts {
  function stateOf({ status, cause, provider_reference, settles_at }: PayoutRow): PayoutState {
    if (status === 'failed') return { kind: 'failed', cause };
    return settles_at <= clock.now() ? { kind: 'succeeded', provider_reference } : { kind: 'processing' };
  }

  const rowOf = (payout_id: string): Promise<PayoutRow | undefined> =>
    queriesOn(pool)
      .selectFrom('sandbox.payouts')
      .where('payout_id', '=', payout_id)
      .selectAll()
      .$castTo<PayoutRow>()
      .executeTakeFirst();

  /** @returns false when it was there already */
  async function accept({
    payout_id,
    user_id,
    withdrawal_id,
    amount,
    payee,
  }: PayoutRequest): Promise<boolean> {
    const cents = amount % 100;
    const cause = faultOf(cents, payee.kind);
    const now = clock.now();
    const { numInsertedOrUpdatedRows } = await queriesOn(pool)
      .insertInto('sandbox.payouts')
      .values({
        payout_id,
        user_id,
        withdrawal_id,
        kind: payee.kind,
        amount,
        created_at: now,
        provider_reference: `po_${derivedHexId('sandbox-payout', payout_id)}`,
        status: cause === undefined ? 'accepted' : 'failed',
        cause: cause ?? '',
        settles_at: cents === SLOW ? now + SLOW_MS : now,
      })
      .onConflict((on) => on.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }

  return {
    name: 'sandbox',
    async pay(request) {
      const { payout_id, amount } = request;
      const fresh = await accept(request);
      if (fresh && amount % 100 === ANSWER_LOST) throw new NoAnswer(payout_id);
      const row = await rowOf(payout_id);
      if (row?.amount !== amount) throw new Error(`payout ${payout_id} is of another amount`);
      return stateOf(row);
    },
    async lookUp(payout_id) {
      const row = await rowOf(payout_id);
      return row && stateOf(row);
    },
    async decide(withdrawal_id, outcome) {
      const failed = outcome.kind === 'failed';
      const payouts = queriesOn(pool)
        .selectFrom('sandbox.payouts')
        .where('withdrawal_id', '=', withdrawal_id);
      const newest = payouts.orderBy('created_at', 'desc').orderBy('payout_id', 'desc').limit(1);
      const row = await queriesOn(pool)
        .updateTable('sandbox.payouts')
        .set(({ fn, val }) => ({
          status: failed ? 'failed' : 'accepted',
          cause: failed ? outcome.cause : '',
          settles_at: fn('least', ['settles_at', val(clock.now())]),
        }))
        .where('payout_id', '=', newest.select('payout_id'))
        .returningAll()
        .$castTo<PayoutRow>()
        .executeTakeFirst();
      if (!row) return undefined;
      return { user_id: row.user_id, payout_id: row.payout_id, payee_kind: row.kind, state: stateOf(row) };
    },
  };
}
