import type { PlanOffer } from '#events/plan.ts';
import type { Millis } from '#events/time.ts';

/** Whether the session that a ticket admits to has begun: from that moment on it is not sold (docs/domain.md, Offers). */
export function hasBegun(
  { rounds }: Pick<PlanOffer, 'rounds'>,
  round_id: string | null,
  now: Millis,
): boolean {
  const round = rounds.find((one) => one.round_id === round_id);
  return round !== undefined && round.begin_time <= now;
}
