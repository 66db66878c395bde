import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asUserId } from '#events/ids.ts';
import { noticeBarsStream } from '#events/stream-names.ts';
import { DAY_MS, HOUR_MS } from '#events/time.ts';
import { given } from '../testing/scenario.ts';
import { noticeBarsKind } from './notice-bars.ts';
import { endNoticeBar, type WriteNoticeBar, writeNoticeBar } from './write-notice-bar.ts';

const NOW = Date.UTC(2026, 0, 1);
const ADMIN = asUserId('0192f0c0a1b270008000000000000001');
const write = (more: Partial<WriteNoticeBar> = {}) =>
  writeNoticeBar({
    bar_id: 'one',
    isNew: true,
    text: { 'zh-CN': '维护', 'en-US': 'Maintenance' },
    path: '',
    from: NOW,
    to: NOW + HOUR_MS,
    by: ADMIN,
    reason: 'planned',
    ...more,
  });
const end = (bar_id = 'one') => endNoticeBar({ bar_id, by: ADMIN, reason: 'over' });
function at(now: number) {
  const scenario = given();
  scenario.memory.now = now;
  return scenario;
}

describe('a bar', () => {
  it('is written with its author and reason, once for a request; edited; and ended', () => {
    const scenario = at(NOW);
    expect(scenario.accepts(write()).events).toMatchObject([
      { type: 'NoticeBarWritten', data: { bar_id: 'one', by: ADMIN, reason: 'planned' } },
    ]);
    expect(scenario.accepts(write()).events).toEqual([]);
    expect(scenario.accepts(write({ isNew: false, to: NOW + DAY_MS })).events).toHaveLength(1);
    expect(scenario.accepts(end()).events).toMatchObject([
      { type: 'NoticeBarEnded', data: { reason: 'over' } },
    ]);
    expect(scenario.accepts(end()).events).toEqual([]);
    expect(scenario.refuses(write({ isNew: false }))).toEqual({ code: 'state_does_not_allow' });
    expect(scenario.refuses(write({ isNew: false, bar_id: 'two' }))).toEqual({ code: 'not_found' });
    expect(scenario.refuses(end('two'))).toEqual({ code: 'not_found' });
  });

  it.each([
    ['before its beginning', { to: NOW - 1 }, 'end_time'],
    ['in the past', { from: NOW - DAY_MS, to: NOW }, 'end_time'],
    ['later than 90 days', { to: NOW + 91 * DAY_MS }, 'end_time'],
    ['without a reason', { reason: ' ' }, 'reason'],
    ['with a number of a person', { reason: '13800138000' }, 'reason'],
  ])('is refused %s', (_, more, field) => {
    expect(at(NOW).refuses(write(more))).toMatchObject({ errors: [{ field }] });
  });
});

it('at no moment more than three are shown, and at most 20 wait', () => {
  const time = fc.integer({ min: 0, max: 40 });
  fc.assert(
    fc.property(fc.array(fc.tuple(time, time), { maxLength: 40 }), (times) => {
      const scenario = at(NOW);
      for (const [n, [one, other]] of times.entries()) {
        const [from, to] = [Math.min(one, other), Math.max(one, other)].map((hour) => NOW + hour * HOUR_MS);
        scenario.memory.decide(write({ bar_id: `bar-${n}`, from: from ?? 0, to: to ?? 0 }));
      }
      const bars = scenario.memory.stateOf(noticeBarsKind, noticeBarsStream);
      expect(bars.length).toBeLessThanOrEqual(20);
      for (let hour = 0; hour <= 40; hour += 0.5) {
        const moment = NOW + hour * HOUR_MS;
        expect(bars.filter(({ from, to }) => from <= moment && to > moment).length).toBeLessThanOrEqual(3);
      }
    }),
  );
});
