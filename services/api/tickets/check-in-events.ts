import type { EventPlan } from '#read-models/catalog/names.ts';
import type { RoundCount } from '#read-models/tickets/queries.ts';
import type { CheckInEvent, CheckInRound } from '#services/contract/tickets/tickets.ts';
import type { DirectoryUser } from '#services/modules/accounts/directory.ts';

const LAST = Number.POSITIVE_INFINITY;

/** Rounds of one event: those on offer and those that have tickets, the earliest first. */
function roundsOf(counts: readonly RoundCount[], plan: EventPlan | undefined): CheckInRound[] {
  const begins = new Map(
    plan?.rounds.map(({ round_id, begin_time }) => [round_id, Math.floor(begin_time / 1000)]),
  );
  const counted = new Map(counts.map((count) => [count.round_id, count]));
  const ids = new Set([...begins.keys(), ...counted.keys()]);
  return [...ids]
    .map((round_id) => {
      const { valid = 0, used = 0, void: gone = 0 } = counted.get(round_id) ?? {};
      return { round_id, begin_time: begins.get(round_id) ?? null, valid, used, void: gone };
    })
    .sort((one, other) => (one.begin_time ?? LAST) - (other.begin_time ?? LAST));
}

/** Events with tickets, with counts by round; latest begin first. */
export function checkInEvents(
  counts: readonly RoundCount[],
  plans: readonly EventPlan[],
  people: ReadonlyMap<string, DirectoryUser>,
): CheckInEvent[] {
  const offered = new Map(plans.map((plan) => [plan.plan_id, plan]));
  const byPlan = Map.groupBy(counts, ({ plan_id }) => plan_id);
  const latest = ({ rounds }: CheckInEvent) =>
    Math.max(...rounds.map(({ begin_time }) => begin_time ?? LAST));
  return [...byPlan]
    .map(([plan_id, ofPlan]): CheckInEvent => {
      const plan = offered.get(plan_id);
      const creator_id = ofPlan[0]?.creator_id ?? '';
      const person = people.get(creator_id);
      return {
        creator: { user_id: creator_id, name: person?.name ?? '', avatar: person?.avatar ?? '' },
        plan: { plan_id, name: plan?.name ?? '', pic: plan?.pic ?? '' },
        rounds: roundsOf(ofPlan, plan),
      };
    })
    .sort((one, other) => latest(other) - latest(one) || one.plan.plan_id.localeCompare(other.plan.plan_id));
}
