import { derivedHexId, type UserId } from '#events/ids.ts';
import type { EventLog } from '#events/log/log.ts';
import { collectFromStreams } from '#events/log/stream-pages.ts';
import { type Fen, fenOf, proportion } from '#events/money.ts';
import { WITHDRAW_STATUS, WITHDRAW_TYPE } from '#events/status.ts';
import { balanceStream } from '#events/stream-names.ts';
import { type BusinessCalendar, type BusinessMonth, DAY_MS, type Millis } from '#events/time.ts';
import type { Command, Committer } from '#services/commerce/engine/command.ts';
import { balanceKind, withdrawalOf } from '#services/commerce/withdrawals/balance.ts';
import { type PayoutNotice, recordPayoutNotice, sendPayout } from '#services/commerce/withdrawals/payout.ts';
import { requestWithdrawal, withdrawable } from '#services/commerce/withdrawals/request-withdrawal.ts';
import { reviewWithdrawal } from '#services/commerce/withdrawals/review-withdrawal.ts';
import type { WithdrawMethods } from '#services/modules/withdrawals/withdraw-methods.ts';
import { accepted, atTime } from './at-time.ts';
import type { DemoBooks } from './books.ts';
import { type Cashing, type Fate, type Step, scenesOf } from './content/cashing.ts';
import { creatorId, financeIds } from './people.ts';

const HOUR_MS = 3_600_000;
const SMALLEST = fenOf(100);
/** Above this amount two people approve; default: the server's. */
const SECOND_ABOVE = fenOf(1_000_000);
const PROVIDER = 'sandbox';

export interface PayoutTools {
  log: Pick<EventLog, 'readStreams'>;
  committer: Committer;
  calendar: BusinessCalendar;
  methods: WithdrawMethods;
  books: DemoBooks;
  now: Millis;
}

interface Request {
  user_id: UserId;
  withdrawal_id: string;
  amount: Fen;
}

/** Each step is one event, so that an interrupted demo continues after the last one written. */
async function stepsDone({ log }: PayoutTools, { user_id, withdrawal_id }: Request): Promise<number> {
  const concerns = ({ data }: { data: unknown }): boolean =>
    typeof data === 'object' &&
    data !== null &&
    'withdrawal_id' in data &&
    data.withdrawal_id === withdrawal_id;
  const steps = await collectFromStreams(log, [balanceStream(user_id)], (event) =>
    concerns(event) ? [1] : [],
  );
  return steps.length;
}

function commandOf({ books }: PayoutTools, request: Request, step: Step): Command<unknown> {
  const of = { user_id: request.user_id, withdrawal_id: request.withdrawal_id };
  const [first, second] = financeIds;
  const terms = { second_above: SECOND_ABOVE, pending: books.pendingOf(of.user_id) };
  const tell = (attempt: number, news: PayoutNotice) =>
    recordPayoutNotice({
      ...of,
      provider: PROVIDER,
      payout_id: `${of.withdrawal_id}-${attempt}`,
      notice: news,
    });
  switch (step.do) {
    case 'approve':
    case 'approve_first':
    case 'approve_second': {
      const by = step.do === 'approve_second' ? second : first;
      const reason = step.do === 'approve_first' ? step.note : '';
      return reviewWithdrawal({
        ...of,
        by,
        decision: { kind: 'approve', ...terms, reason },
      });
    }
    case 'reject':
      return reviewWithdrawal({ ...of, by: first, decision: { kind: 'reject', reason: step.note } });
    case 'retry':
      return reviewWithdrawal({
        ...of,
        by: second,
        decision: { kind: 'retry', ...terms, reason: step.note },
      });
    case 'send':
      return sendPayout({ ...of, provider: PROVIDER });
    case 'paid': {
      const provider_reference = `po_${derivedHexId('demo-payout', of.withdrawal_id)}`;
      return tell(step.attempt, { kind: 'succeeded', provider_reference });
    }
    case 'failed':
      return tell(step.attempt, {
        kind: 'failed',
        status: WITHDRAW_STATUS.error,
        deal_error: step.cause,
        can_atb: true,
      });
    default:
      return step satisfies never;
  }
}

/** The requested amount: a share of the balance in whole yuan; undefined: too small. */
async function amountOf(
  { committer, books }: PayoutTools,
  { user_id, withdrawal_id }: Omit<Request, 'amount'>,
  { percent }: Cashing,
  at: Millis,
): Promise<Fen | undefined> {
  const stream = balanceStream(user_id);
  return committer.read([stream], (states) => {
    const state = states.get(balanceKind, stream);
    const before = withdrawalOf(state, withdrawal_id);
    if (before) return before.amount;
    const share = proportion(withdrawable(state, books.pendingOf(user_id), at), percent, 100);
    const whole = fenOf(Math.floor(share / 100) * 100);
    return whole >= SMALLEST ? whole : undefined;
  });
}

/** The result; above the threshold a second person approves an hour later, and the rest follows. */
function stepsFor(fate: Fate, amount: Fen): readonly Step[] {
  if (amount <= SECOND_ABOVE) return fate.filter((step) => step.do !== 'approve_first');
  const [first, ...rest] = fate;
  if (first?.do !== 'approve') return fate;
  const later = rest.map((step) => ({ ...step, hours: step.hours + 1 }));
  return [first, { do: 'approve_second', hours: first.hours + 1 }, ...later];
}

async function ask(
  tools: PayoutTools,
  { user_id, withdrawal_id, amount }: Request,
  at: Millis,
): Promise<void> {
  const { committer, methods, books } = tools;
  const method_ref = await methods.forWithdrawal(user_id, 'apy');
  if (method_ref === undefined) throw new Error(`the demo's creator ${user_id} has no account to be paid to`);
  const command = requestWithdrawal({
    user_id,
    withdrawal_id,
    amount,
    method_ref,
    withdraw_type: WITHDRAW_TYPE.apy,
    instead_of: null,
    smallest: SMALLEST,
    pending: books.pendingOf(user_id),
  });
  await accepted(committer.submit(atTime(command, at)));
}

/** A creator's withdrawal; later steps are still in the future. */
async function cash(tools: PayoutTools, month: BusinessMonth, scene: Cashing): Promise<void> {
  const { committer, calendar, now } = tools;
  const user_id = creatorId(scene.creator);
  const withdrawal_id = derivedHexId('demo-withdrawal', user_id, month, String(scene.day));
  const at = calendar.startOf(`${month}-01`) + (scene.day - 1) * DAY_MS + scene.hour * HOUR_MS;
  const amount = at < now ? await amountOf(tools, { user_id, withdrawal_id }, scene, at) : undefined;
  if (amount === undefined) return;
  const request = { user_id, withdrawal_id, amount };
  const done = await stepsDone(tools, request);
  if (done === 0) await ask(tools, request, at);
  const steps = stepsFor(scene.fate, amount).filter(({ hours }) => at + hours * HOUR_MS < now);
  for (const step of steps.slice(Math.max(0, done - 1))) {
    await accepted(committer.submit(atTime(commandOf(tools, request, step), at + step.hours * HOUR_MS)));
  }
}

/**
 * Creators withdraw their available income.
 * @param month the month of the withdrawals; `newest`: the present one
 */
export async function cashOut(tools: PayoutTools, month: BusinessMonth, newest: boolean): Promise<void> {
  await tools.books.catchUp();
  for (const scene of scenesOf(newest)) await cash(tools, month, scene);
}
