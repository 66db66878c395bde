import type { DeliveryState } from '#events/orders.ts';
import type { Millis } from '#events/time.ts';
import type { Clock } from '#services/runtime/clock.ts';
import type { Carrier } from '../carrier.ts';

const HOUR = 3_600_000;

type Journey = readonly (readonly [DeliveryState, Millis])[];

const PICKED_UP: Journey = [
  ['soliciting', 2 * HOUR],
  ['on_the_way', 6 * HOUR],
];
const USUAL: Journey = [...PICKED_UP, ['in_delivery', 30 * HOUR], ['signed', 34 * HOUR]];

/** The course of a parcel, by the last letter of its number; by default the usual one. */
const JOURNEYS: Readonly<Record<string, Journey>> = {
  /** The first delivery fails. */
  F: [
    ...PICKED_UP,
    ['in_delivery', 30 * HOUR],
    ['delivery_failed', 34 * HOUR],
    ['in_delivery', 54 * HOUR],
    ['signed', 58 * HOUR],
  ],
  /** Sent back. */
  R: [...PICKED_UP, ['in_delivery', 30 * HOUR], ['delivery_failed', 34 * HOUR], ['returned', 80 * HOUR]],
  /** Handed on to another company. */
  T: [
    ...PICKED_UP,
    ['transfer_orders', 20 * HOUR],
    ['on_the_way', 24 * HOUR],
    ['in_delivery', 48 * HOUR],
    ['signed', 52 * HOUR],
  ],
  /** Over a border. */
  C: [
    ...PICKED_UP,
    ['pending_customs_clearance', 48 * HOUR],
    ['clearance_in_progress', 60 * HOUR],
    ['cleared', 72 * HOUR],
    ['on_the_way', 74 * HOUR],
    ['in_delivery', 96 * HOUR],
    ['signed', 100 * HOUR],
  ],
  /** A number that the carrier does not know. */
  U: [],
};

/** A carrier whose parcels move by the business clock; the same query has the same answer. */
export const sandboxCarrier = (clock: Clock): Carrier => ({
  async track({ express_no, shipped_at }) {
    const journey = JOURNEYS[express_no.slice(-1).toUpperCase()] ?? USUAL;
    const now = clock.now();
    const steps = journey.map(([state, after]) => ({ state, at: shipped_at + after }));
    return { steps: steps.filter(({ at }) => at <= now), wait: 0 };
  },
});
