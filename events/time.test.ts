import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, businessCalendar, DAY_MS, daysBetween, isBusinessDay } from './time.ts';

const shanghai = businessCalendar('Asia/Shanghai');
const berlin = businessCalendar('Europe/Berlin');
const saoPaulo = businessCalendar('America/Sao_Paulo');
const kathmandu = businessCalendar('Asia/Kathmandu');
const utc = (text: string): number => Date.parse(text);

describe('business days', () => {
  it.each([
    ['2026-01-31T15:59:59.999Z', '2026-01-31'],
    ['2026-01-31T16:00:00.000Z', '2026-02-01'],
    ['2025-12-31T16:00:00.000Z', '2026-01-01'],
  ])('%s is %s in Shanghai', (at, day) => {
    expect(shanghai.dayOf(utc(at))).toBe(day);
  });

  it.each([
    [shanghai, '2026-02-01', '2026-01-31T16:00:00Z'],
    [kathmandu, '2026-02-01', '2026-01-31T18:15:00Z'],
    [berlin, '2026-03-29', '2026-03-28T23:00:00Z'],
    [berlin, '2026-03-30', '2026-03-29T22:00:00Z'],
    [berlin, '2026-10-25', '2026-10-24T22:00:00Z'],
    [berlin, '2026-10-26', '2026-10-25T23:00:00Z'],
    // Clocks change from 00:00 to 01:00: the day begins at 1:00.
    [saoPaulo, '2018-11-04', '2018-11-04T03:00:00Z'],
  ])('begin at midnight of the zone (%#)', (calendar, day, start) => {
    expect(new Date(calendar.startOf(day)).toISOString()).toBe(new Date(start).toISOString());
  });

  it('begin at an instant inside them; the instant before is outside', () => {
    const days = fc.integer({ min: 0, max: 20_000 }).map((n) => addDays('2000-01-01', n));
    fc.assert(
      fc.property(days, fc.constantFrom(shanghai, berlin, kathmandu, saoPaulo), (day, calendar) => {
        const start = calendar.startOf(day);
        expect(calendar.dayOf(start)).toBe(day);
        expect(calendar.dayOf(start - 1)).toBe(addDays(day, -1));
      }),
    );
  });

  it('are counted by the calendar, not by hours', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
    expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
    expect(daysBetween('2026-03-30', '2026-03-28')).toBe(-2);
    expect((berlin.startOf('2026-03-30') - berlin.startOf('2026-03-29')) / DAY_MS).toBeLessThan(1);
  });

  it.each([
    ['2026-02-28', true],
    ['2026-02-29', false],
    ['2028-02-29', true],
    ['2026-13-01', false],
    ['2026-1-1', false],
    ['', false],
    ['2026-01-01T00:00:00Z', false],
  ])('%s is a day: %s', (text, expected) => {
    expect(isBusinessDay(text)).toBe(expected);
  });
});

describe('wall clocks', () => {
  const half = { year: 2026, month: 10, day: 25, hour: 2, minute: 30, second: 0 };

  it('that show a time twice mean the first', () => {
    expect(new Date(berlin.instantOf(half)).toISOString()).toBe('2026-10-25T00:30:00.000Z');
  });

  it('are read as they were set, if that time exists once', () => {
    const instants = fc.integer({
      min: utc('2000-01-01T00:00:00Z') / 1000,
      max: utc('2040-01-01T00:00:00Z') / 1000,
    });
    fc.assert(
      fc.property(instants, (seconds) => {
        const at = seconds * 1000;
        expect(shanghai.instantOf(shanghai.partsOf(at))).toBe(at);
        const back = berlin.instantOf(berlin.partsOf(at));
        expect([at, at - 3_600_000]).toContain(back);
      }),
    );
  });
});

describe('months later', () => {
  it.each([
    ['2026-01-31T04:00:00Z', 1, '2026-02-28T04:00:00Z'],
    ['2028-01-31T04:00:00Z', 1, '2028-02-29T04:00:00Z'],
    ['2026-01-31T04:00:00Z', 2, '2026-03-31T04:00:00Z'],
    ['2026-11-15T04:00:00Z', 3, '2027-02-15T04:00:00Z'],
    ['2026-01-15T04:00:00Z', 36, '2029-01-15T04:00:00Z'],
    ['2026-03-31T04:00:00Z', -1, '2026-02-28T04:00:00Z'],
    // 31 January 00:30 in Shanghai is still the 30th in UTC: the business day counts.
    ['2026-01-30T16:30:00Z', 1, '2026-02-27T16:30:00Z'],
  ])('%s + %i months is %s', (at, months, expected) => {
    expect(new Date(shanghai.addMonths(utc(at), months)).toISOString()).toBe(
      new Date(expected).toISOString(),
    );
  });

  it('keep the time of day over a change of clocks', () => {
    const noon = utc('2026-03-15T11:00:00Z');
    expect(new Date(berlin.addMonths(noon, 1)).toISOString()).toBe('2026-04-15T10:00:00.000Z');
  });
});

it('an unknown time zone is refused', () => {
  expect(() => businessCalendar('Mars/Olympus')).toThrow(RangeError);
});
