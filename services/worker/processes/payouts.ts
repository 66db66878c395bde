import { asUserId, type UserId } from '#events/ids.ts';
import { fenOf, toWire } from '#events/money.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import type { DataOf } from '#events/registry.ts';
import { WITHDRAW_STATUS } from '#events/status.ts';
import { balanceStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { balanceKind, withdrawalOf } from '#services/commerce/withdrawals/balance.ts';
import { type PayoutNotice, recordPayoutNotice, sendPayout } from '#services/commerce/withdrawals/payout.ts';
import type { Outbox } from '#services/modules/messages/outbox.ts';
import { noticeOf } from '#services/modules/withdrawals/payouts/payout-notices.ts';
import {
  NoAnswer,
  type PayoutProvider,
  type PayoutRequest,
  type PayoutState,
} from '#services/modules/withdrawals/payouts/provider.ts';
import type { WithdrawMethods } from '#services/modules/withdrawals/withdraw-methods.ts';
import type { Fired, Process, Timer } from '../process.ts';
import { nextCheck } from './check-times.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Pauses between questions about a payout that is on its way or unknown; then once a day, until it is known. */
const PAUSES: readonly Millis[] = [MINUTE / 2, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR];
const LAST_PAUSE = 24 * HOUR;
/** A success is not checked any more if its provider was not back for so long. */
const AWAY_MS = 30 * 24 * HOUR;

/** A payout that an earlier provider does not have so long after it was sent there was not sent. */
const NOT_SENT_MS = 24 * HOUR;

export interface PayoutParts {
  provider: PayoutProvider;
  payees: Pick<WithdrawMethods, 'read'>;
  committer: Committer;
  outbox: Pick<Outbox, 'send'>;
}

const TEMPLATES = {
  PayoutSucceeded: 'withdrawal_paid',
  PayoutFailed: 'withdrawal_failed',
  WithdrawalRejected: 'withdrawal_rejected',
} as const;
type Template = keyof typeof TEMPLATES;

/** The message to the creator about an event; undefined for other events. */
function messageOf({ type, data }: RecordedEvent): Template | undefined {
  if (type !== 'PayoutDisputeClosed') return type in TEMPLATES ? (type as Template) : undefined;
  const { moves } = data;
  if (moves === 'none') return undefined;
  return moves === 'returned' ? 'PayoutFailed' : 'PayoutSucceeded';
}

/** The provider that said it. */
const providerOf = (event: RecordedEvent): string => event.metadata.actor.replace(/^provider:/, '');

/** Whether the money must be sent now: after a decision, or because a hold ended. */
function isSendingDue({ type, data }: RecordedEvent): boolean {
  if (type === 'WithdrawalApproved') return data.final;
  if (type === 'PayoutDisputeClosed') return data.status === WITHDRAW_STATUS.transferring;
  return type === 'WithdrawalRetried';
}

/** The state of the payout. It is queried first: only an unknown or unfinished payout is sent. */
async function payoutState(
  provider: PayoutProvider,
  request: PayoutRequest,
): Promise<PayoutState | NoAnswer> {
  try {
    const known = await provider.lookUp(request.payout_id, request.payee.kind);
    const isUnfinished = known === undefined || (known.kind === 'processing' && known.unfinished);
    return isUnfinished ? await provider.pay(request) : known;
  } catch (error) {
    if (error instanceof NoAnswer) return error;
    throw error;
  }
}

/**
 * The state at a provider that makes no more payouts.
 * @param isOver nothing that it was told can still arrive: what it does not have was not sent
 */
async function earlierState(
  provider: PayoutProvider,
  { payout_id, payee }: PayoutRequest,
  isOver: boolean,
): Promise<PayoutState | NoAnswer> {
  try {
    const begun = await provider.lookUp(payout_id, payee.kind);
    const isUnfinished = begun?.kind === 'processing' && begun.unfinished;
    // Asked without a payee, the provider takes back what nobody goes on with.
    const known = isUnfinished && isOver ? await provider.lookUp(payout_id, undefined) : begun;
    if (known !== undefined) return known;
    return isOver ? { kind: 'failed', cause: 'not_sent' } : new NoAnswer(payout_id, 'it is not there yet');
  } catch (error) {
    if (error instanceof NoAnswer) return error;
    throw error;
  }
}

/**
 * Pays approved withdrawals and notifies their creators. A provider without an answer may have paid: the same payout
 * is queried again, at growing intervals. Every step is repeatable.
 */
export function payouts({ provider, payees, committer, outbox }: PayoutParts): Process {
  /** Who has a payout; undefined: it is no longer set up. */
  const holderOf = (name: string): PayoutProvider | undefined =>
    [provider, ...(provider.earlier ?? [])].find((one) => one.name === name);

  async function pay({ attempts, data }: Timer, now: Millis): Promise<Fired> {
    const user_id = asUserId(String(data.user_id));
    const withdrawal_id = String(data.withdrawal_id);
    const of = { user_id, withdrawal_id, provider: provider.name, causation_id: String(data.event_id) };
    const sent = await committer.submit(sendPayout(of));
    if (!sent.accepted) throw new Error(`withdrawal ${withdrawal_id} not sent: ${sent.refusal.code}`);
    const { payout_id, amount, method_ref, sent_at, provider: sentTo } = sent.result;
    // Another process recorded the result meanwhile.
    if (payout_id === null) return 'done';
    const tell = (notice: PayoutNotice) =>
      committer.submit(recordPayoutNotice({ ...of, provider: sentTo, payout_id, notice }));
    // Only the provider that has it can decide it: finance sees it as unknown until that one is back.
    const holder = holderOf(sentTo);
    if (holder === undefined) {
      await tell({ kind: 'unknown' });
      return again(now, attempts);
    }
    const payee = (await payees.read([method_ref])).get(method_ref);
    if (!payee) return erased(holder, tell, payout_id, now, attempts);
    const request = { payout_id, user_id, withdrawal_id, amount: fenOf(amount), payee };
    const state =
      holder === provider
        ? await payoutState(provider, request)
        : await earlierState(holder, request, now >= sent_at + NOT_SENT_MS);
    const notice = state instanceof NoAnswer ? ({ kind: 'unknown' } as const) : noticeOf(state, payee.kind);
    if (notice) await tell(notice);
    return notice === undefined || notice.kind === 'unknown' ? again(now, attempts) : 'done';
  }

  const again = (now: Millis, attempts: number): Fired => ({
    again_at: now + (PAUSES[attempts] ?? LAST_PAUSE),
  });

  /** A payee with erased details cannot be paid; the payout may have been paid before. */
  async function erased(
    holder: PayoutProvider,
    tell: (notice: PayoutNotice) => Promise<unknown>,
    payout_id: string,
    now: Millis,
    attempts: number,
  ): Promise<Fired> {
    const state = await holder.lookUp(payout_id, undefined);
    if (state?.kind === 'processing') return again(now, attempts);
    await tell(
      state?.kind === 'succeeded'
        ? state
        : { kind: 'failed', status: WITHDRAW_STATUS.error, deal_error: 'details_erased', can_atb: false },
    );
    return 'done';
  }

  /** Asks about a payout that succeeded: a bank can send it back days later, which opens a dispute. */
  async function recheck(
    { data }: Timer,
    { paid_at, paid_by, method_ref }: { paid_at: Millis; paid_by: string; method_ref: string },
    now: Millis,
  ): Promise<Fired> {
    const holder = holderOf(paid_by);
    if (holder === undefined) return now < paid_at + AWAY_MS ? { again_at: now + LAST_PAUSE } : 'done';
    const [first, ...more] = holder.recheckMs ?? [];
    if (first === undefined) return 'done';
    if (now < paid_at + first) return { again_at: paid_at + first };
    const payout_id = String(data.payout_id);
    const payee = (await payees.read([method_ref])).get(method_ref);
    const state = await holder.lookUp(payout_id, payee?.kind);
    if (state?.kind === 'failed') {
      const notice = noticeOf(state, 'bank');
      const user_id = asUserId(String(data.user_id));
      const of = { user_id, withdrawal_id: String(data.withdrawal_id), provider: holder.name };
      if (notice) await committer.submit(recordPayoutNotice({ ...of, payout_id, notice }));
      return 'done';
    }
    const again_at = nextCheck(paid_at, more, now);
    return again_at === undefined ? 'done' : { again_at };
  }

  async function notifyCreator(timer: Timer, now: Millis): Promise<Fired> {
    const { key, data } = timer;
    const user_id: UserId = asUserId(String(data.user_id));
    const order_id = String(data.withdrawal_id);
    const stream = balanceStream(user_id);
    const one = await committer.read([stream], (states) =>
      withdrawalOf(states.get(balanceKind, stream), order_id),
    );
    if (!one) throw new Error(`no withdrawal ${order_id} to tell of`);
    await outbox.send({
      to_user: user_id,
      template: TEMPLATES[data.told as Template],
      message_key: `withdrawal ${key}`,
      values: { order_id, amount: toWire(one.amount) },
    });
    if (data.payout_id === undefined) return 'done';
    // Timers that were set before have no time, and no provider.
    const paid_at = Number(data.paid_at ?? one.changed_at);
    const paid_by = String(data.paid_by ?? ('payout' in one ? one.payout.provider : ''));
    return recheck(timer, { paid_at, paid_by, method_ref: one.method_ref }, now);
  }

  return {
    name: 'payouts',
    types: [
      'WithdrawalApproved',
      'WithdrawalRetried',
      'PayoutSucceeded',
      'PayoutFailed',
      'WithdrawalRejected',
      'PayoutDisputeClosed',
    ],
    timerFor(event) {
      // All six types carry them.
      const { user_id, withdrawal_id } = event.data as DataOf<'WithdrawalRetried'>;
      const due_at = event.metadata.at;
      const message = messageOf(event);
      if (message !== undefined) {
        const told = { user_id, withdrawal_id, told: message };
        const data =
          event.type === 'PayoutSucceeded'
            ? { ...told, payout_id: event.data.payout_id, paid_at: due_at, paid_by: providerOf(event) }
            : told;
        return { key: `told ${event.id}`, set: { due_at, data } };
      }
      const data = { user_id, withdrawal_id, event_id: event.id };
      return isSendingDue(event) ? { key: withdrawal_id, set: { due_at, data } } : undefined;
    },
    fire: (timer, now) => ('told' in timer.data ? notifyCreator(timer, now) : pay(timer, now)),
  };
}
