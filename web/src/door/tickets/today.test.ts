import { expect, test } from 'vitest';
import type { CheckInEvent } from '#services/contract/tickets/tickets.ts';
import { isToday, todaysChoice } from './today.ts';

const at = (text: string): number => Date.parse(`${text}+08:00`) / 1000;
const event = (plan_id: string, ...begins: string[]): CheckInEvent => ({
  creator: { user_id: 'c', name: '', avatar: '' },
  plan: { plan_id, name: plan_id, pic: '' },
  rounds: begins.map((text) => ({ round_id: text, begin_time: at(text), valid: 1, used: 0, void: 0 })),
});

test('a round is today’s on its business day, and near it across midnight', () => {
  expect(isToday(at('2026-12-12T09:00'), at('2026-11-22T09:00'))).toBe(false);
  expect(isToday(at('2026-12-12T09:00'), at('2026-12-12T23:59'))).toBe(true);
  expect(isToday(at('2026-12-12T22:00'), at('2026-12-13T02:00'))).toBe(true);
  expect(isToday(at('2026-12-12T09:00'), at('2026-12-13T02:00'))).toBe(false);
});

test('the round of today that is nearest is the default', () => {
  const events = [event('far', '2026-12-12T09:00'), event('now', '2026-11-22T14:00', '2026-11-22T20:00')];
  expect(todaysChoice(events, at('2026-11-22T19:00'))).toEqual({
    plan_id: 'now',
    round_id: '2026-11-22T20:00',
  });
  expect(todaysChoice(events, at('2026-11-22T13:30'))).toEqual({
    plan_id: 'now',
    round_id: '2026-11-22T14:00',
  });
  expect(todaysChoice(events, at('2026-11-25T12:00'))).toEqual({ plan_id: undefined });
  expect(todaysChoice([event('only', '2026-12-12T09:00')], at('2026-11-22T12:00'))).toEqual({
    plan_id: 'only',
  });
});
