import { describe, expect, it } from 'vitest';
import { BEGINNINGS } from '#events/beginnings.ts';
import type { DomainEvent, EventType } from '#events/registry.ts';
import { newest } from '#events/testing/newest-events.ts';
import { streamKinds } from './committer/stream-kinds.ts';
import { beginningCommands } from './committer/testing/beginning-commands.ts';
import { accept, type Command, type Decided } from './engine/command.ts';
import { CREATOR, given, type Scenario } from './testing/scenario.ts';
import { testCommitters } from './testing/test-committers.ts';

/** Kinds of streams that any of their events begins: their states add up, or their first type comes again. */
const WITHOUT_BEGINNING = [
  'agreement',
  'allowance',
  'balance',
  'banners',
  'bundle',
  'cartentry',
  'case',
  'certification',
  'difference',
  'goalcounting',
  'membership',
  'missingstatement',
  'noticebars',
  'replies',
  'resent',
  'rights',
  'staff',
  'standing',
  'statement',
  'stock',
  'supportrefunds',
  'template',
  'terms',
  'unclearpayment',
  'unpaid',
  'account',
];

it('every kind of stream has types that begin it, and commands that do, or is named here', () => {
  const kinds = new Set(BEGINNINGS.values());
  const named = '`begins` of events/registry.ts, and WITHOUT_BEGINNING of this file';
  expect([...kinds, ...WITHOUT_BEGINNING].sort(), named).toEqual([...streamKinds.keys()].sort());
  const hint = 'commands of services/commerce/committer/testing/beginning-commands.ts';
  expect(Object.keys(beginningCommands).sort(), hint).toEqual([...kinds].sort());
});

const beginnings = ({ memory }: Scenario, stream: string) =>
  memory.log.filter((one) => one.stream === stream && BEGINNINGS.has(one.event.type));

// The pairs of type and data are those of the union.
const eventOf = (type: string) => ({ type, data: newest[type as EventType] }) as DomainEvent;

describe.each(Object.entries(beginningCommands))('a command that begins a stream %s', (kind, commands) => {
  const types = [...BEGINNINGS].flatMap(([type, of]) => (of === kind ? [type] : []));

  it.each(commands.map((one) => [one.command.name, one] as const))('%s', (_, { past, stream, command }) => {
    const fresh = given(past);
    fresh.accepts(command);
    expect(beginnings(fresh, stream)).toHaveLength(1);
    for (const type of types) {
      const scenario = given(past, [{ stream, creator_id: CREATOR, event: eventOf(type) }]);
      const before = scenario.memory.log.length;
      const decision = scenario.memory.decide(command);
      // Refused, or answered with what exists.
      if (decision.accepted) expect(decision.events).toEqual([]);
      expect(scenario.memory.log).toHaveLength(before);
    }
  });
});

describe('a committer', () => {
  const on = testCommitters();
  const { start } = on;
  const beginning = (stream: string, ...types: string[]): Command<null> => ({
    name: 'begin',
    actor: 'process:test',
    streams: [stream],
    begins: [stream],
    decide: () =>
      accept(
        types.map((type): Decided => ({ stream, creator_id: CREATOR, event: eventOf(type) })),
        null,
      ),
  });

  it.each([...BEGINNINGS])('refuses a command whose %s would begin a stream again', async (type, kind) => {
    const committer = start();
    const stream = `${kind}-${type}`;
    const refused = { accepted: false, refusal: { code: 'idempotency_key_reused' } };
    expect(await committer.submit(beginning(`${stream}-twice`, type, type))).toEqual(refused);
    const answers = [1, 2, 3].map(() => committer.submit(beginning(stream, type)));
    expect((await Promise.all(answers)).map(({ accepted }) => accepted)).toEqual([true, false, false]);
    // Another process does not have the stream in its cache.
    expect(await start().submit(beginning(stream, type))).toEqual(refused);
    expect(await on.log.readStream(stream)).toHaveLength(1);
  });
});
