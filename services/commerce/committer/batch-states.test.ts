import { expect, test } from 'vitest';
import type { NewEvent } from '#events/envelope.ts';
import { newEventId } from '#events/ids.ts';
import { businessCalendar, DEFAULT_TIME_ZONE } from '#events/time.ts';
import { accept, type Command } from '#services/commerce/engine/command.ts';
import { unwritten } from '../engine/stream-kind.ts';
import { BatchStates } from './batch-states.ts';
import { kindOf } from './stream-kinds.ts';
import { paidOrder } from './testing/derived-id-cases.ts';

const [first] = paidOrder;
if (!first) throw new Error('there is no event');
const { stream, event, creator_id } = first;

/** Names another stream as soon as the first has an event; counts how often it was asked. */
function naming() {
  let asked = 0;
  const command: Command<null> = {
    name: 'naming',
    actor: 'process:test',
    streams: [stream],
    furtherStreams(states) {
      asked += 1;
      return [states.versionOf(stream) < 0 ? 'order-before' : 'order-after'];
    },
    decide: () => accept([], null),
  };
  return { command, count: () => asked };
}

function loaded(command: Command<null>): BatchStates {
  const states = new BatchStates(businessCalendar(DEFAULT_TIME_ZONE));
  for (let missing = states.missingFor([command]); missing.length > 0; missing = states.missingFor([command]))
    for (const one of missing) states.add(one, unwritten(kindOf(one)));
  return states;
}

test('streams that a command was found to name are not found again', () => {
  const { command, count: asked } = naming();
  const states = loaded(command);
  expect(states.namedBy(command)).toEqual(new Set([stream, 'order-before']));
  expect(asked()).toBe(2);
});

test('they are found again when something was decided on one of them', () => {
  const { command, count: asked } = naming();
  const states = loaded(command);
  const metadata: NewEvent['metadata'] = { creator_id, actor: 'process:test', at: 0 };
  states.write([{ stream, event: { id: newEventId(), ...event, metadata } }]);
  // Another stream, which is not loaded: the command waits for the next batch.
  expect(states.namedBy(command)).toBeUndefined();
  states.add('order-after', unwritten(kindOf('order-after')));
  expect(states.namedBy(command)).toEqual(new Set([stream, 'order-after']));
  expect(asked()).toBeGreaterThan(2);
});
