import type { Pool } from 'pg';
import { asUserId, derivedHexId, type UserId } from '#events/ids.ts';
import type { MethodKind } from '#events/status.ts';
import type { Clock } from '#services/runtime/clock.ts';
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

interface PayoutRow {
  payout_id: string;
  provider_reference: string;
  user_id: string;
  kind: MethodKind;
  amount: string | number;
  status: 'accepted' | 'failed';
  cause: PayoutFault;
  settles_at: string | number;
}

export function openSandboxPayouts(pool: Pool, clock: Clock): SandboxPayouts {
  function stateOf({ status, cause, provider_reference, settles_at }: PayoutRow): PayoutState {
    if (status === 'failed') return { kind: 'failed', cause };
    return Number(settles_at) <= clock.now()
      ? { kind: 'succeeded', provider_reference }
      : { kind: 'processing' };
  }

  async function rowOf(payout_id: string): Promise<PayoutRow | undefined> {
    const { rows } = await pool.query<PayoutRow>('SELECT * FROM sandbox.payouts WHERE payout_id = $1', [
      payout_id,
    ]);
    return rows[0];
  }

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
    const { rowCount } = await pool.query(
      `INSERT INTO sandbox.payouts
         (payout_id, provider_reference, user_id, withdrawal_id, kind, amount, status, cause, settles_at, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (payout_id) DO NOTHING`,
      [
        payout_id,
        `po_${derivedHexId('sandbox-payout', payout_id)}`,
        user_id,
        withdrawal_id,
        payee.kind,
        amount,
        cause === undefined ? 'accepted' : 'failed',
        cause ?? '',
        cents === SLOW ? now + SLOW_MS : now,
        now,
      ],
    );
    return rowCount === 1;
  }

  return {
    name: 'sandbox',
    async pay(request) {
      const { payout_id, amount } = request;
      const fresh = await accept(request);
      if (fresh && amount % 100 === ANSWER_LOST) throw new NoAnswer(payout_id);
      const row = await rowOf(payout_id);
      if (!row || Number(row.amount) !== amount) throw new Error(`payout ${payout_id} is of another amount`);
      return stateOf(row);
    },
    async lookUp(payout_id) {
      const row = await rowOf(payout_id);
      return row && stateOf(row);
    },
    async decide(withdrawal_id, outcome) {
      const { rows } = await pool.query<PayoutRow>(
        `UPDATE sandbox.payouts SET status = $2, cause = $3, settles_at = least(settles_at, $4)
          WHERE payout_id = (SELECT payout_id FROM sandbox.payouts WHERE withdrawal_id = $1
                              ORDER BY created_at DESC, payout_id DESC LIMIT 1)
          RETURNING *`,
        [
          withdrawal_id,
          outcome.kind === 'failed' ? 'failed' : 'accepted',
          outcome.kind === 'failed' ? outcome.cause : '',
          clock.now(),
        ],
      );
      const [row] = rows;
      if (!row) return undefined;
      return {
        user_id: asUserId(row.user_id),
        payout_id: row.payout_id,
        payee_kind: row.kind,
        state: stateOf(row),
      };
    },
  };
}
