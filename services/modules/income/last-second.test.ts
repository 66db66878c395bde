import { describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { countLines, incomeMonthsOf } from '#read-models/books/ledger/income.ts';
import { balanceSummaryOf } from '#read-models/books/ledger/queries.ts';
import { plainFate, type Step, stepsOf, write } from '#read-models/testing/history.ts';
import { accept, type Command } from '#services/commerce/engine/command.ts';
import { compareMonth } from './compare.ts';
import { type SettlementParts, settleMonths } from './settle.ts';
import { FEBRUARY, HOUR, openBooks } from './testing/books.ts';

const [JANUARY, NEXT] = ['2026-01', '2026-02'];
const CREATORS = 6;
const AFTER_NEXT = FEBRUARY + 40 * 24 * HOUR;

const books = fixture(openBooks);

/** An order of 10.00 in January, and its refund of half in the last millisecond of January. */
function story(prefix: string): { paid: Step[]; refund: Step } {
  const fate = plainFate({ total: 1_000, ending: 'refunded', hours: 1, refundTenths: [5] });
  const steps = stepsOf(fate, prefix, 0);
  const refund = steps.pop();
  if (!refund) throw new Error('nothing was refunded');
  const { event } = refund;
  return {
    paid: steps,
    refund: { ...refund, event: { ...event, metadata: { ...event.metadata, at: FEBRUARY - 1 } } },
  };
}

/** The settlement's evidence without its last position, as if nothing could come while it is made. */
const careless = (command: Command<unknown>): Command<unknown> => ({
  ...command,
  decide(states, now) {
    const decision = command.decide(states, now);
    if (!decision.accepted) return decision;
    const events = decision.events.map((one) =>
      one.event.type === 'MonthSettled'
        ? {
            ...one,
            event: { ...one.event, data: { ...one.event.data, last_position: Number.MAX_SAFE_INTEGER } },
          }
        : one,
    );
    return accept(events, decision.result);
  },
});

/**
 * Each creator's refund is written after the month was added up, and before it is closed. Then February is settled,
 * too.
 * @returns each creator's pending income at the end, and the sums of both months, in fen
 */
async function refundedMeanwhile(prefix: string, guarded: boolean) {
  books.clock.at = FEBRUARY + 1;
  const stories = Array.from({ length: CREATORS }, (_, nth) => story(`${prefix}${nth}`));
  for (const { paid } of stories) await write(books.database.log, paid);
  await books.database.project();
  const parts = books.parts(books.committer(), guarded ? undefined : careless);
  const { log } = books.database;
  const refunds = stories.map(({ refund }) => refund);
  let late: Promise<void> | undefined;
  const between: SettlementParts['committer']['submit'] = async (command) => {
    late ??= write(log, refunds);
    await late;
    return parts.committer.submit(command);
  };
  await settleMonths({ ...parts, committer: { submit: between } });
  await books.database.project();
  books.clock.at = AFTER_NEXT;
  await settleMonths(parts);
  await books.database.project();
  const ends = [];
  for (let nth = 0; nth < CREATORS; nth += 1) {
    const user_id = `${prefix}${nth}c0`;
    const { balance } = await balanceSummaryOf(books.database.pool, user_id);
    const { rows } = await incomeMonthsOf(books.database.pool, { user_id });
    const months = rows.map(async ({ month, net, refunds }) => {
      return [month, net, refunds, (await countLines(books.database.pool, { month, user_id })).lines];
    });
    ends.push({ balance, months: await Promise.all(months) });
  }
  return ends;
}

describe('a refund in the last second of a month that is being settled', () => {
  test('belongs to the next month, once, and to the fen', async () => {
    for (const end of await refundedMeanwhile('g', true)) {
      expect(end).toEqual({
        balance: { pending: 0, available: 470, paying: 0 },
        months: [
          [NEXT, -470, 500, 1],
          [JANUARY, 940, 0, 1],
        ],
      });
    }
    for (const month of [JANUARY, NEXT]) {
      expect(await compareMonth(books.database.pool, month)).toEqual({ compared: CREATORS, differing: [] });
    }
  });

  test('is lost to a settlement that does not record its last position', async () => {
    for (const { balance } of await refundedMeanwhile('c', false)) {
      expect(balance).toEqual({ pending: -470, available: 940, paying: 0 });
    }
    const { differing } = await compareMonth(books.database.pool, JANUARY);
    expect(differing).toHaveLength(CREATORS);
  });
});

test('a refund at the very end of a month that is not settled yet belongs to it', async () => {
  books.clock.at = FEBRUARY + 1;
  const { paid, refund } = story('e');
  await write(books.database.log, [...paid, refund]);
  await books.database.project();
  await settleMonths(books.parts(books.committer()));
  await books.database.project();
  const { rows } = await incomeMonthsOf(books.database.pool, { user_id: 'ec0' });
  expect(rows).toMatchObject([{ month: JANUARY, net: 470, refunds: 500 }]);
});
