import type { OutTradeNo, UserId } from '#events/ids.ts';
import { type Fen, ZERO } from '#events/money.ts';
import { agreementStream, membershipStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import { badInput, quotaReached, type Refusal } from '#services/runtime/refusal.ts';
import type { Decided, States } from '../engine/command.ts';
import { agreementKind } from './agreement.ts';
import { ending } from './end-agreement.ts';
import { type Grant, membershipKind, openRunOf, type Run, runOfOrder } from './membership.ts';

/** Orders that move with one of them: eight years of months. */
const MAX_MOVED_ORDERS = 100;

interface Move {
  creator_id: UserId;
  /** Whose it is, and whose it becomes. */
  from: UserId;
  to: UserId;
}

type Moving = Run & { last: Grant };

/** The membership of an order of this account; undefined once the order was refunded. */
export function movingRun(states: States, { creator_id, from }: Move, order: OutTradeNo): Moving | undefined {
  const run = runOfOrder(states.get(membershipKind, membershipStream(creator_id, from)), order);
  const last = run?.grants.at(-1);
  return run && last && { ...run, last };
}

/** The streams of both accounts, first those that name the others. */
export function moveStreams(states: States, move: Move, order: OutTradeNo): string[] {
  const { creator_id, from, to } = move;
  const memberships = [membershipStream(creator_id, from), membershipStream(creator_id, to)];
  if (!memberships.every((stream) => states.sees(stream))) return memberships;
  const run = movingRun(states, move, order);
  return run ? [...memberships, agreementStream(run.last.plan_id, from)] : memberships;
}

const endOf = (until: Millis | null): number => until ?? Number.POSITIVE_INFINITY;

/** Whether the other account has the plan, or a plan that excludes it at that time. */
function isTaken(states: States, { creator_id, to }: Move, moving: Moving, now: Millis): boolean {
  const state = states.get(membershipKind, membershipStream(creator_id, to));
  if (openRunOf(state, moving.last.plan_id, now) !== null) return true;
  const open = state.runs.flatMap(({ independent, begin, grants }) => {
    const until = endOf(grants.at(-1)?.until ?? null);
    return independent || grants.length === 0 || until <= now ? [] : [{ begin, until }];
  });
  const [begin, until] = [Math.max(moving.begin, now), endOf(moving.last.until)];
  const overlaps = open.some((one) => one.begin < until && begin < one.until);
  // One plan at most begins later.
  const isSecond = moving.begin > now && open.some((one) => one.begin > now);
  return !moving.independent && (overlaps || isSecond);
}

function refusalOf(states: States, move: Move, moving: Moving, now: Millis): Refusal | null {
  if (endOf(moving.last.until) <= now) return badInput('out_trade_no', { key: 'membership_over' });
  if (moving.grants.length > MAX_MOVED_ORDERS) return quotaReached(MAX_MOVED_ORDERS, 'out_trade_no');
  const agreement = states.get(agreementKind, agreementStream(moving.last.plan_id, move.from));
  // Its charge may be on the way, and would pay for a membership that is gone.
  if (agreement.phase === 'active' && agreement.renewal !== null)
    return badInput('out_trade_no', { key: 'renewal_open' });
  return isTaken(states, move, moving, now) ? badInput('account', { key: 'has_membership' }) : null;
}

/**
 * Moves a run with all its orders to another account, with its times. Renewals of the first account end: nobody is
 * charged for the membership of another account. Refuses by field: a membership that is over, one whose renewal is being
 * paid, another account that has the plan or one that excludes it, and too many orders.
 * @param amounts of its orders
 */
export function movedRun(
  states: States,
  move: Move,
  moving: Moving,
  amounts: ReadonlyMap<OutTradeNo, Fen>,
  now: Millis,
): readonly Decided[] | Refusal {
  const refusal = refusalOf(states, move, moving, now);
  if (refusal) return refusal;
  const { creator_id, from, to } = move;
  const { run_id, independent, begin, grants, last } = moving;
  const run = { creator_id, run_id, plan_id: last.plan_id, independent };
  const moved = grants.map((grant) => ({ ...grant, paid: amounts.get(grant.out_trade_no) ?? ZERO }));
  const inData = { ...run, user_id: to, from_user: from, begin, grants: moved };
  return [
    ...ending(states.get(agreementKind, agreementStream(last.plan_id, from)), 'handed_over'),
    {
      stream: membershipStream(creator_id, from),
      creator_id,
      event: { type: 'MembershipMovedOut', data: { ...run, user_id: from, to } },
    },
    {
      stream: membershipStream(creator_id, to),
      creator_id,
      event: { type: 'MembershipMovedIn', data: inData },
    },
  ];
}
