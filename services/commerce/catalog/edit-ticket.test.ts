import { describe, expect, it } from 'vitest';
import { planStream } from '#events/stream-names.ts';
import { added, planEdit } from '../testing/plans.ts';
import { BLUE, given, goods, NOON, PLAN, RED, sku } from '../testing/scenario.ts';
import { editPlan } from './edit-plan.ts';
import type { OfferForm, SkuEdit } from './offer-form.ts';
import { planKind } from './plan.ts';

const HOUR = 3_600_000;

describe('a ticket', () => {
  const event: OfferForm = { ...goods, product_type: 4, need_identity: true };
  const evening = { round_id: 'evening', begin_time: NOON + HOUR, is_new: true };
  const night = { round_id: 'night', begin_time: NOON + 2 * HOUR, is_new: true };
  const ticket = (round_id: string | null, sku_id = RED) => added(sku(sku_id, { round_id }), 100);
  const make = (offer: OfferForm, skus: SkuEdit[]) => editPlan(planEdit(offer, skus));

  it('admits to one of the rounds; the only one needs no naming', () => {
    const { accepts } = given();
    const { events } = accepts(make({ ...event, rounds: [evening] }, [ticket(null)]));
    expect(events).toMatchObject([
      {
        data: { offer: { rounds: [{ round_id: 'evening', begin_time: NOON + HOUR }], need_identity: true } },
      },
      { type: 'SkuOffered', data: { sku: { round_id: 'evening' } } },
      { type: 'StockSet', data: { stock: 100 } },
    ]);
  });

  it.each([
    ['sku.0.ticket_round_id', [evening, night], [ticket(null)], 'required'],
    ['sku.0.ticket_round_id', [evening], [ticket('none')], 'unknown'],
    [
      'ticket_round_list.1.begin_time',
      [evening, { ...night, begin_time: NOON + HOUR }],
      [ticket('evening')],
      'repeated',
    ],
    ['ticket_round_list.1.id', [evening, { ...night, round_id: 'evening' }], [ticket('evening')], 'repeated'],
    ['ticket_round_list.0.id', [{ round_id: 'gone', begin_time: NOON }], [ticket('gone')], 'unknown'],
  ] as const)('is refused by %s', (field, rounds, skus, key) => {
    const refusal = given().refuses(make({ ...event, rounds }, [...skus]));
    expect(refusal).toMatchObject({ errors: [{ field, message: { key } }] });
  });

  it('keeps its round if a client identifies it by time only', () => {
    const { accepts, memory } = given();
    accepts(make({ ...event, rounds: [evening, night] }, [ticket('evening'), ticket('night', BLUE)]));
    const again = [
      { ...evening, round_id: 'drawn-1' },
      { ...night, round_id: 'drawn-2' },
    ];
    const skus = [ticket('drawn-1'), ticket('drawn-2', BLUE)].map((one) => ({ ...one, is_new: false }));
    expect(accepts(make({ ...event, rounds: again }, skus)).events).toEqual([]);
    expect(memory.stateOf(planKind, planStream(PLAN))).toMatchObject({
      skus: [{ round_id: 'evening' }, { round_id: 'night' }],
    });
  });
});
