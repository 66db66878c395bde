import { afterEach, describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import type { TrackingStep } from '../carrier.ts';
import { kuaidi100, TrackingFailed } from './query.ts';
import { startKuaidi100 } from './testing/stand-in.ts';

const service = fixture(startKuaidi100);
afterEach(() => {
  service.answer();
  service.asked.length = 0;
});

const NOW = Date.parse('2026-05-16T12:00:00+08:00');
const at = (text: string) => Date.parse(`2026-05-${text}:00+08:00`);
const noSteps: readonly TrackingStep[] = [];
const parcel = {
  company_id: 'yto',
  express_no: 'YT1234567890',
  phone_digits: '',
  before: noSteps,
  now: NOW,
};
const ask = (change: Partial<typeof parcel> = {}, key?: string, ms?: number) =>
  kuaidi100({ ...service.settings, ...(key && { key }) }, ms).ask({ ...parcel, ...change });
/** An answer about the parcel with these fields instead. */
const saying = (fields: object) =>
  service.answer({
    body: JSON.stringify({ message: 'ok', status: '200', com: 'yuantong', nu: 'YT1234567890', ...fields }),
  });
const line = (time: string, context: string, statusCode?: string) => ({
  time: `2026-05-${time}:00`,
  context,
  ...(statusCode && { statusCode }),
});

describe('a query', () => {
  test('is one signed form; lines come back newest first, states that last are one step', async () => {
    service.parcels.set('yuantong YT1234567890', {
      state: '5',
      data: [
        line('16 09:00', '派件中', '5'),
        line('16 07:00', '到达杭州', '1001'),
        line('15 20:00', '离开上海', '0'),
        line('15 12:00', '已揽收', '103'),
      ],
    });
    const answer = await ask();
    expect(answer.steps).toEqual([
      { state: 'soliciting', at: at('15T12:00') },
      { state: 'on_the_way', at: at('15T20:00') },
      { state: 'in_delivery', at: at('16T09:00') },
    ]);
    expect(answer.lines.map(({ text }) => text)).toEqual(['派件中', '到达杭州', '离开上海', '已揽收']);
    expect(service.asked[0]).toMatchObject({ com: 'yuantong', num: 'YT1234567890', resultv2: '4' });
    expect(service.asked[0]).not.toHaveProperty('phone');
    expect(service.asked[0]?.body).not.toContain(service.settings.key);
  });

  test('of SF and ZTO has the last four digits of the phone', async () => {
    service.parcels.set('shunfeng SF1234567890', {
      state: '1',
      data: [line('15 12:00', '揽收', '1')],
      phone: '8000',
    });
    const sf = { company_id: 'sf', express_no: 'SF1234567890' };
    expect((await ask({ ...sf, phone_digits: '8000' })).steps).toHaveLength(1);
    await expect(ask({ ...sf, phone_digits: '8001' })).rejects.toThrow('refused with 408');
    await expect(ask(sf)).rejects.toThrow('refused with 408');
  });

  test('of a parcel without news keeps what was known', async () => {
    const before: TrackingStep[] = [{ state: 'soliciting', at: at('15T12:00') }];
    expect(await ask({ express_no: 'YT0000000000', before })).toEqual({ steps: before, lines: [] });
  });

  test('without states of lines has the present one, with the time at which it was first seen', async () => {
    const before: TrackingStep[] = [{ state: 'on_the_way', at: at('15T12:00') }];
    saying({ state: 0, data: [line('15 20:00', '离开上海')] });
    expect((await ask({ before })).steps).toEqual(before);
    expect((await ask()).steps).toEqual([{ state: 'on_the_way', at: at('15T20:00') }]);
    saying({ state: '3', data: [line('16 10:00', '签收'), line('15 20:00', '离开上海')] });
    expect((await ask({ before })).steps).toEqual([...before, { state: 'signed', at: at('16T10:00') }]);
  });

  test('an unknown state is no step; its line is shown', async () => {
    saying({ state: '999', data: [line('16 09:00', '无人机', '999'), line('15 12:00', '揽收', '1')] });
    const { steps, lines } = await ask();
    expect(steps.map(({ state }) => state)).toEqual(['soliciting']);
    expect(lines.map(({ text }) => text)).toEqual(['无人机', '揽收']);
    saying({ state: 'constructor', data: [line('16 09:00', 'x', 'toString')] });
    expect((await ask()).steps).toEqual([]);
  });

  test('text stays text, in bounds; a time in the future is now', async () => {
    const hostile = '<img src=x onerror=alert(1)>\u202e\u0000\n';
    const data = [line('30 09:00', hostile + '长'.repeat(9_000), '0'), line('15 12:00', '\u200b', '1')];
    saying({ state: '0', data });
    const { lines, steps } = await ask();
    expect(lines).toHaveLength(1);
    expect(lines[0]?.text.startsWith('<img src=x onerror=alert(1)> 长')).toBe(true);
    expect(Array.from(lines[0]!.text)).toHaveLength(500);
    expect(lines[0]?.at).toBe(NOW);
    expect(steps.at(-1)).toEqual({ state: 'on_the_way', at: NOW });
    saying({ state: '0', data: Array.from({ length: 900 }, () => line('15 12:00', 'x', '0')) });
    expect((await ask()).lines).toHaveLength(200);
  });
});

describe('no usable answer', () => {
  const failure = async (given: Promise<unknown>) => {
    const error = await given.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(TrackingFailed);
    expect(String(error)).not.toMatch(/key-of-tests|C0FFEE|127\.0\.0\.1|YT1234567890|<b>/);
    return String(error);
  };

  test('a wrong key', async () => {
    expect(await failure(ask({}, 'another-key'))).toContain('refused with 503');
  });

  test('silence ends at the limit', async () => {
    service.answer('silent');
    expect(await failure(ask({}, undefined, 50))).toContain('TimeoutError');
  });

  test('nobody listens', async () => {
    const away = kuaidi100({ ...service.settings, url: 'http://127.0.0.1:1/' });
    await failure(away.ask(parcel));
  });

  test.each<[string, { status?: number; body: string }, string]>([
    ['10 MB', { body: `{"data":"${'x'.repeat(10 * 1024 * 1024)}"}` }, 'too long'],
    ['HTML', { body: '<!doctype html><title>502</title>' }, 'no JSON'],
    ['HTTP 500', { status: 500, body: '{}' }, 'HTTP 500'],
    ['a redirect', { status: 302, body: '' }, 'HTTP 302'],
    ['nothing', { body: '' }, 'no JSON'],
    ['null', { body: 'null' }, 'another form'],
    ['no fields', { body: '{}' }, 'an unknown code'],
    ['a hostile code', { body: '{"result":false,"returnCode":"<script>"}' }, 'an unknown code'],
    ['a closed account', { body: '{"result":false,"returnCode":"601","message":"key"}' }, 'refused with 601'],
  ])('%s', async (_, answer, text) => {
    service.answer(answer);
    expect(await failure(ask())).toContain(text);
  });

  test.each<[string, object, string]>([
    [
      'another number',
      { nu: 'YT9999999999', state: '3', data: [line('15 12:00', '签收', '3')] },
      'another parcel',
    ],
    ['another company', { com: 'shentong', state: '3', data: [] }, 'another parcel'],
    ['no number', { nu: undefined, state: '3', data: [] }, 'another parcel'],
    ['a bad time', { state: '3', data: [{ time: 'yesterday', context: 'x' }] }, 'another form'],
    [
      'a day that is none',
      { state: '3', data: [{ time: '2026-13-45 99:00:00', context: 'x' }] },
      'another form',
    ],
    ['lines of another form', { state: '3', data: ['x'] }, 'another form'],
  ])('%s', async (_, fields, text) => {
    saying(fields);
    expect(await failure(ask())).toContain(text);
  });
});
