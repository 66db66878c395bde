import { describe, expect, it } from 'vitest';
import type { DeliveryState } from '#events/orders.ts';
import { isLastState } from '#services/commerce/delivery/move-delivery.ts';
import { companies, companyById, companyNamed } from './companies.ts';
import { COMPANY_PAGES } from './company-pages.ts';
import { COMPANY_CODES } from './kuaidi100/codes.ts';
import { sandboxCarrier } from './sandbox/carrier.ts';

const HOUR = 3_600_000;
const NOON = Date.parse('2026-05-15T04:00:00Z');
const parcel = (express_no: string) => ({
  company_id: 'sf',
  express_no,
  shipped_at: NOON,
  recipient: async () => undefined,
});
const statesAfter = async (hours: number, express_no: string): Promise<DeliveryState[]> => {
  const carrier = sandboxCarrier({ now: () => NOON + hours * HOUR });
  return (await carrier.track(parcel(express_no))).steps.map(({ state }) => state);
};

describe('the sandbox’s carrier', () => {
  it('moves a parcel by the clock', async () => {
    expect(await statesAfter(0, 'SF100')).toEqual([]);
    expect(await statesAfter(2, 'SF100')).toEqual(['soliciting']);
    expect(await statesAfter(31, 'SF100')).toEqual(['soliciting', 'on_the_way', 'in_delivery']);
    expect((await statesAfter(34, 'SF100')).at(-1)).toBe('signed');
  });

  it('gives the same answers at any time, oldest first', async () => {
    for (const ending of ['1', 'F', 'R', 'T', 'C', 'c']) {
      const whole = await statesAfter(1_000, `SF1${ending}`);
      expect(isLastState(whole.at(-1)!)).toBe(true);
      for (let hours = 0; hours < 110; hours += 7) {
        const part = await statesAfter(hours, `SF1${ending}`);
        expect(part).toEqual(whole.slice(0, part.length));
      }
    }
  });

  it('has a parcel for each state after the first, which a parcel is in from the start', async () => {
    const seen = new Set<DeliveryState>();
    for (const ending of ['1', 'F', 'R', 'T', 'C']) {
      for (const state of await statesAfter(1_000, `SF1${ending}`)) seen.add(state);
    }
    expect(seen.size).toBe(10);
    expect(seen).not.toContain('processing');
  });

  it('does not know every number', async () => {
    expect(await statesAfter(1_000, 'SF1U')).toEqual([]);
  });
});

describe('companies', () => {
  it('each have their own page and a name at the tracking service', () => {
    const ids = companies.map(({ company_id }) => company_id);
    expect([...COMPANY_PAGES.keys()]).toEqual(ids);
    expect([...COMPANY_CODES.keys()]).toEqual(ids);
    expect(new Set(COMPANY_CODES.values()).size).toBe(ids.length);
  });

  it('are each found by id and by the name in both languages, and mean one thing', () => {
    for (const company of companies) {
      expect(companyById(company.company_id)).toBe(company);
      for (const name of [company.company_id, company['zh-CN'], company['en-US'], ...(company.also ?? [])]) {
        expect(companyNamed(name)).toBe(company);
      }
    }
  });

  it.each([
    ['顺丰', 'sf'],
    [' 顺丰 速运 ', 'sf'],
    ['SF-EXPRESS', 'sf'],
    ['ｓｆ', 'sf'],
    ['J&T Express', 'jt'],
  ])('%j is %s', (name, company_id) => {
    expect(companyNamed(name)?.company_id).toBe(company_id);
  });

  it.each(['', 'pigeon', 'constructor', '顺丰圆通'])('%j is unknown', (name) => {
    expect(companyNamed(name)).toBeUndefined();
  });
});
