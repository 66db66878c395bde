import { describe, expect, it } from 'vitest';
import { anyTime, type PlanOffer, type Timing } from '#events/catalog.ts';
import { goods, NOON, sponsorship } from '../testing/scenario.ts';
import { buyableNow, type SkuLeft } from './buyable.ts';

const HOUR = 3_600_000;
const some = (left: number | null, offered = true, round_id: string | null = null): SkuLeft => ({
  left,
  offered,
  round_id,
});
const state = (
  offer: PlanOffer,
  skus: SkuLeft[] = [],
  { status = 1 as 1 | 2 | 3, bundles = null as number | null } = {},
) => buyableNow({ status, offer }, skus, bundles, NOON);

describe('by status and times', () => {
  const timed = (timing: Partial<Timing>, more: Partial<PlanOffer> = {}) =>
    state({ ...sponsorship, timing: { ...anyTime, ...timing }, ...more });
  const open = { refusal: '', from: null };

  it('is open unless deleted or hidden, and hidden too where its creator allows it', () => {
    expect(state(sponsorship)).toEqual(open);
    expect(state(sponsorship, [], { status: 2 })).toMatchObject({ refusal: 'deleted' });
    expect(state(sponsorship, [], { status: 3 })).toMatchObject({ refusal: 'hidden', from: null });
    expect(state({ ...sponsorship, can_buy_hide: true }, [], { status: 3 })).toEqual(open);
  });

  it.each([
    ['on the shelf from this very moment', { on: NOON }, open],
    ['on the shelf later', { on: NOON + HOUR }, { refusal: 'not_yet', from: NOON + HOUR }],
    ['off the shelf from this very moment', { off: NOON }, { refusal: 'ended', from: null }],
    ['sold later', { sell_on: NOON + HOUR }, { refusal: 'not_yet', from: NOON + HOUR }],
    ['sold no more', { sell_off: NOON }, { refusal: 'ended', from: null }],
    [
      'shown soon, and sold after that',
      { on: NOON + 1, sell_on: NOON + HOUR },
      { refusal: 'not_yet', from: NOON + HOUR },
    ],
  ] as [string, Partial<Timing>, object][])('%s', (_what, timing, expected) => {
    expect(timed(timing)).toEqual(expected);
  });

  it('off the shelf, but sold by its address', () => {
    expect(timed({ off: NOON }, { can_buy_hide: true })).toEqual(open);
    expect(timed({ off: NOON, sell_off: NOON }, { can_buy_hide: true })).toMatchObject({ refusal: 'ended' });
  });
});

describe('by remaining stock', () => {
  const all: PlanOffer = { ...goods, product_type: 2, bundle: { select_count: null, repeats: false } };
  const choose = (select_count: number, repeats = false): PlanOffer => ({
    ...goods,
    product_type: 3,
    bundle: { select_count, repeats },
  });

  it.each([
    ['goods with one model left', goods, [some(0), some(1)], ''],
    ['goods without any', goods, [some(0), some(0)], 'sold_out'],
    ['tickets without end', { ...goods, product_type: 4 }, [some(null)], ''],
    ['a bundle of all', all, [some(null), some(1)], ''],
    ['a bundle of all lacking one', all, [some(null), some(0)], 'sold_out'],
    ['a bundle of all with a part gone', all, [some(null), some(5, false)], 'part_gone'],
    ['two of three', choose(2), [some(1), some(0), some(3)], ''],
    ['two of three with two sold out', choose(2), [some(1), some(0), some(0)], 'sold_out'],
    ['two of three with two gone', choose(2), [some(1), some(9, false), some(9, false)], 'part_gone'],
    ['three of one that may repeat', choose(3, true), [some(3), some(0)], ''],
    ['three of two that may repeat', choose(3, true), [some(1), some(1)], 'sold_out'],
  ] as [string, PlanOffer, SkuLeft[], string][])('%s', (_what, offer, skus, refusal) => {
    expect(state(offer, skus).refusal).toBe(refusal);
  });

  it('tickets until their round begins, to the exact moment', () => {
    const rounds = [
      { round_id: 'now', begin_time: NOON },
      { round_id: 'next', begin_time: NOON + 1 },
    ];
    const event: PlanOffer = { ...goods, product_type: 4, rounds };
    expect(state(event, [some(5, true, 'now'), some(5, true, 'next')]).refusal).toBe('');
    expect(state(event, [some(5, true, 'now'), some(0, true, 'next')]).refusal).toBe('sold_out');
    expect(state(event, [some(5, true, 'now')]).refusal).toBe('ended');
  });

  it('bundles run out by their own stock too', () => {
    expect(state(all, [some(null)], { bundles: 0 }).refusal).toBe('sold_out');
    expect(state(all, [some(null)], { bundles: 1 }).refusal).toBe('');
  });
});
