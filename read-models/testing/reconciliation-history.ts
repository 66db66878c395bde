import fc from 'fast-check';
import type { StatementLine } from '#events/books.ts';
import {
  chargeIdOf,
  differenceId,
  type OutTradeNo,
  PLATFORM,
  providerRefundId,
  type UserId,
} from '#events/ids.ts';
import { type Fen, fenOf } from '#events/money.ts';
import type { DomainEvent } from '#events/registry.ts';
import { balanceStream, differenceStream, orderStream, statementStream } from '#events/stream-names.ts';
import { plainFate, type Step, stepOf, stepsOf } from './history.ts';
import { lineStep } from './money-history.ts';

/** Noon of the first day of these histories; the others follow an hour apart. */
export const FIRST_NOON = Date.parse('2026-03-01T04:00:00Z');
const HOUR = 3_600_000;

/** The provider's version of a move: none, equal, different, doubled, or under its own id only. */
const TELLINGS = ['nothing', 'same', 'other', 'doubled', 'own_id'] as const;
type Telling = (typeof TELLINGS)[number];

export interface Move {
  kind: 'charge' | 'refund' | 'payout';
  amount: number;
  telling: Telling;
  /** Whether the provider has sent the refund, or reported the payout as paid. */
  done: boolean;
  /** Of a payout: finance found out that it is the other way round. */
  overturned?: boolean;
}

export const moves: fc.Arbitrary<Move[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('charge' as const, 'refund' as const, 'payout' as const),
    amount: fc.integer({ min: 1, max: 900 }),
    telling: fc.constantFrom(...TELLINGS),
    done: fc.boolean(),
    overturned: fc.boolean(),
  }),
  { minLength: 1, maxLength: 8 },
);

interface MoveEvents {
  ours: Step[];
  lines: Step[];
  provider: { kind: StatementLine['kind']; reference: string };
}

/** Finance closes a dispute of a payout: it reached its person after all, or did not. */
function overturning(
  payout: { user_id: UserId; withdrawal_id: string; payout_id: string },
  reached: boolean,
  own: string,
): DomainEvent[] {
  const resolution = {
    ...payout,
    number: 1,
    by: PLATFORM,
    reached,
    reason: 'r',
    deal_error: '',
    can_atb: false,
  };
  return [
    {
      type: 'PayoutDisputeClosed',
      data: reached
        ? { ...resolution, moves: 'charged', provider_reference: own, status: 2 }
        : { ...resolution, moves: 'returned', provider_reference: '', status: 3 },
    },
  ];
}

function ours(
  { kind, amount, done, overturned }: Move,
  run: string,
  nth: number,
  at: number,
): Omit<MoveEvents, 'lines'> & { own: string } {
  const own = `${run}r${nth}`;
  if (kind === 'payout') {
    const user_id = `${run}c0` as UserId;
    const of = { user_id, withdrawal_id: `${run}w${nth}` };
    const payout = { ...of, payout_id: `${run}w${nth}-1` };
    const requested = { ...of, amount: fenOf(amount), withdraw_type: 1, method_ref: 'm', instead_of: null };
    const events: DomainEvent[] = [
      { type: 'WithdrawalRequested', data: requested },
      { type: 'PayoutSent', data: { ...payout, provider: 'sandbox', attempt: 1 } },
      ...(done ? [{ type: 'PayoutSucceeded' as const, data: { ...payout, provider_reference: own } }] : []),
      ...(overturned ? overturning(payout, !done, own) : []),
    ];
    const steps = events.map((event) => stepOf(balanceStream(user_id), user_id, event, at));
    return { ours: steps, own, provider: { kind, reference: payout.payout_id } };
  }
  const out_trade_no = `${run}o${nth}` as OutTradeNo;
  const charge_id = chargeIdOf(out_trade_no, 1);
  const paid = stepsOf(plainFate({ total: amount }), run, nth).map((step): Step => {
    const event = { ...step.event, metadata: { ...step.event.metadata, at } };
    // Each order has a separate charge.
    const data = event.type === 'OrderPaid' ? { ...event.data, charge_id } : event.data;
    return { ...step, event: { ...event, data } as Step['event'] };
  });
  if (kind === 'charge') return { ours: paid, own, provider: { kind, reference: charge_id } };
  const creator = `${run}c0`;
  const refund = { out_trade_no, refund_id: 'r', amount: fenOf(amount), refunded_before: fenOf(0) };
  const events: DomainEvent[] = [
    {
      type: 'OrderRefunded',
      data: { ...refund, reason: '', by: 'creator', units: [], ticket_ids: [] },
    },
    ...(done
      ? [
          {
            type: 'RefundSent' as const,
            data: { out_trade_no, refund_id: 'r', provider_refund_id: own, reason: '' },
          },
        ]
      : []),
  ];
  const refunds = events.map((event) => stepOf(orderStream(out_trade_no), creator, event, at));
  return {
    ours: [...paid, ...refunds],
    own,
    provider: { kind, reference: providerRefundId(out_trade_no, 'r') },
  };
}

/** The events of both sides about one move, each in order. */
export function eventsOfMove(move: Move, run: string, nth: number): MoveEvents {
  const at = FIRST_NOON + nth * HOUR;
  const { own, ...rest } = ours(move, run, nth, at);
  const amount = move.kind === 'charge' ? move.amount : -move.amount;
  const line = (name: string, change: Partial<StatementLine> = {}): Step =>
    lineStep(
      {
        line_id: `${run}l${nth}${name}`,
        ...rest.provider,
        provider_reference: own,
        amount: fenOf(amount),
        fee: fenOf(1),
        ...change,
      },
      at,
    );
  const lines: Record<Telling, Step[]> = {
    nothing: [],
    same: [line('a')],
    other: [line('a', { amount: fenOf(amount + 1) })],
    doubled: [line('a'), line('b')],
    own_id: [line('a', { reference: '' })],
  };
  return { ...rest, lines: lines[move.telling] };
}

/** A statement over this many hours from the first noon. */
export function importedStep(id: string, fromHour: number, hours: number): Step {
  const from = FIRST_NOON + fromHour * HOUR;
  const data = {
    statement_id: id,
    provider: 'sandbox',
    format: 'sandbox',
    bytes: 1,
    from,
    to: from + hours * HOUR,
    fresh: 0,
    known: 0,
    amount: fenOf(0),
    fee: fenOf(0),
    rejected_count: 0,
    rejected: [],
    reason: '',
  };
  return stepOf(statementStream(id), PLATFORM, { type: 'StatementImported', data }, from);
}

/** That statement is reversed. */
export function reversedStep(id: string, fromHour: number, hours: number): Step {
  const from = FIRST_NOON + fromHour * HOUR;
  const data = { statement_id: id, provider: 'sandbox', from, to: from + hours * HOUR };
  const event = { type: 'StatementReversed' as const, data: { ...data, reason: 'r', by: PLATFORM } };
  return stepOf(statementStream(id), PLATFORM, event, from);
}

/** Finance explains a difference, and can reverse it. */
export function resolvedSteps(
  { kind, reference }: MoveEvents['provider'],
  seen: { ours: Fen | null; theirs: Fen | null },
  written_off: number,
  reopened: boolean,
): Step[] {
  const of = { provider: 'sandbox', kind, reference, reason: 'r', by: PLATFORM };
  const difference_id = differenceId(of.provider, kind, reference);
  const events: DomainEvent[] = [
    { type: 'DifferenceResolved', data: { ...of, difference_id, seen, written_off: fenOf(written_off) } },
  ];
  if (reopened) {
    const written_back = fenOf(written_off);
    events.push({ type: 'DifferenceReopened', data: { ...of, difference_id, written_back } });
  }
  return events.map((event) => stepOf(differenceStream(difference_id), PLATFORM, event, FIRST_NOON));
}
