import { expect, it } from 'vitest';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { dueTimeOf } from './due-time.ts';

const NOON = Date.parse('2026-05-15T04:00:00Z');
const DAY = 86_400_000;
const eventAt = (at: number): RecordedEvent =>
  ({ metadata: { at }, recorded_at: NOON }) as Partial<RecordedEvent> as RecordedEvent;

it.each([
  ['of now: as wished', NOON, NOON + 1_000, NOON + 1_000],
  ['of a sandbox clock ahead: as wished', NOON + DAY, NOON + DAY + 1_000, NOON + DAY + 1_000],
  [
    'of the past, due in the past: what came next may still be written',
    NOON - DAY,
    NOON - DAY + 1_000,
    NOON + 30_000,
  ],
  ['of the past, due in the future: as wished', NOON - DAY, NOON + DAY, NOON + DAY],
])('an event %s', (_, at, wished, due) => {
  expect(dueTimeOf(eventAt(at), wished)).toBe(due);
});
