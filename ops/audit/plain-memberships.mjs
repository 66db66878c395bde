// The ends of memberships, computed from the payments in raw events by the rules of docs/domain/memberships.md, and
// compared with the recorded ones. It shares no code with the deciders. An older program added a month to another run
// of the plan than the one whose end it read: the month moved an end back.

const TYPES = [
  'MembershipStarted',
  'MembershipExtended',
  'MembershipUpgraded',
  'MembershipRevoked',
  'MembershipMovedOut',
  'MembershipMovedIn',
];
const ROWS_AT_ONCE = 1_000;
/** Older programs counted each month from the last end, so that 31 January became 28 March. */
const SAME_WITHIN_MS = 4 * 86_400_000;

const EVENTS = `SELECT stream, type, schema_version AS made, (metadata->>'at')::float8 AS at, data FROM log.events
  WHERE position <= $1 AND type = ANY ($2) ORDER BY stream COLLATE "C", version`;

export const CORRECTION =
  'a further order of the plan, also by a free code, corrects a membership that still runs: docs/operating.md, Memberships that end too early';

/** Adds months in business time: a day that the last month lacks becomes its last day. */
export function monthsIn(timeZone) {
  const numeric = ['year', 'month', 'day', 'hour', 'minute', 'second'].map((part) => [part, 'numeric']);
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    ...Object.fromEntries(numeric),
  });
  const aheadAt = (at) => {
    const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const { year, month, day, hour, minute, second } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1_000) * 1_000;
  };
  return (at, months) => {
    const wall = new Date(at + aheadAt(at));
    const [year, month] = [wall.getUTCFullYear(), wall.getUTCMonth() + months];
    const day = Math.min(wall.getUTCDate(), new Date(Date.UTC(year, month + 1, 0)).getUTCDate());
    const target = Date.UTC(year, month, day) + (wall.getTime() % 86_400_000);
    return target - aheadAt(target - aheadAt(at));
  };
}

const lastOf = ({ grants }) => grants.at(-1);
const endOf = (until) => until ?? Number.POSITIVE_INFINITY;

/** The run that an event means: by its id, else the newest of the plan. */
const meant = (runs, { run_id }, plan) =>
  run_id ? runs.find(({ id }) => id === run_id) : runs.findLast((run) => lastOf(run).plan_id === plan);

/** The run that a payment extends: the one of its plan that ends last. */
function toExtend(runs, data, at) {
  if (data.run_id) return meant(runs, data);
  const open = runs.filter((run) => lastOf(run).plan_id === data.plan_id && endOf(lastOf(run).until) > at);
  return open.toSorted((one, other) => endOf(lastOf(other).until) - endOf(lastOf(one).until))[0];
}

/** A refund's times count: further months follow the end that it left. */
function revoked(runs, { out_trade_no, left, moved }) {
  const times = new Map((left ?? moved).map((one) => [one.out_trade_no, one.until]));
  return runs.flatMap((run) => {
    if (!run.grants.some(({ number }) => number === out_trade_no || times.has(number))) return [run];
    const grants = run.grants
      .filter(({ number }) => number !== out_trade_no)
      .map((one) => (times.has(one.number) ? { ...one, until: times.get(one.number) } : one));
    const until = grants.at(-1)?.until;
    return grants.length === 0 ? [] : [{ ...run, grants, first: until, months: 0, right: endOf(until) }];
  });
}

/** A payment adds its months to the end, or begins a new count after a gap. An upgrade ends with what it upgrades. */
function lengthened(run, { at, until, months }, upgrade, add) {
  if (until === null) run.right = endOf(null);
  if (run.right === endOf(null)) return;
  if (!upgrade && at > run.right) Object.assign(run, { first: at, months: 0 });
  run.months += months;
  run.right = add(run.first, run.months);
}

/** A run from another account, by its payments there. */
function movedIn({ run_id: id, begin, grants }, add) {
  const run = { id, first: begin, months: 0, right: begin, grants: [] };
  for (const grant of grants) {
    lengthened(run, grant, grant.from_plan !== null, add);
    run.grants.push({ number: grant.out_trade_no, plan_id: grant.plan_id, until: grant.until });
  }
  return run;
}

/** The runs of one fan with one creator: `grants` as they were recorded, and the right end. */
function plainRuns(events, add) {
  let runs = [];
  for (const { type, made, at, data } of events) {
    const { out_trade_no: number, plan_id, until, months } = data;
    const grant = { number, plan_id, until };
    if (type === 'MembershipStarted') {
      runs.push({ id: number, first: data.from, months, right: endOf(until), grants: [grant] });
    } else if (type === 'MembershipRevoked') runs = revoked(runs, data);
    else if (type === 'MembershipMovedOut') runs = runs.filter(({ id }) => id !== data.run_id);
    else if (type === 'MembershipMovedIn') runs.push(movedIn(data, add));
    else {
      const upgrade = type === 'MembershipUpgraded';
      const run = meant(runs, data, upgrade ? data.from_plan : plan_id);
      const paid = upgrade ? run : toExtend(runs, data, at);
      // The first version of an upgrade has the months that were left, which add nothing.
      const added = upgrade && made === 1 ? 0 : months;
      if (paid) lengthened(paid, { at, until, months: added }, upgrade, add);
      run?.grants.push(grant);
    }
  }
  return runs;
}

const dayOf = (at) => (Number.isFinite(at) ? new Date(at).toISOString().slice(0, 10) : 'no end');

/** @param events of one fan and creator, in order: type, version of its form (`made`), time (`at`), data */
export function* faultsOf(events, add) {
  const { creator_id, user_id } = events[0].data;
  for (const run of plainRuns(events, add)) {
    const { until, plan_id } = lastOf(run);
    // The difference of two that never end is no number.
    if (Math.abs(endOf(until) - run.right) > SAME_WITHIN_MS)
      yield `membership of ${user_id} with ${creator_id} for ${plan_id}: recorded to ${dayOf(endOf(until))}, paid to ${dayOf(run.right)}`;
  }
}

/**
 * Memberships whose recorded end differs from their payments by more than 4 days. In a transaction; one fan's events of
 * one creator are in memory at a time.
 * @param through log position
 * @param most how many are named
 */
export async function membershipFaults(client, through, timeZone, most) {
  const add = monthsIn(timeZone);
  const named = [];
  let count = 0;
  let events = [];
  const take = () => {
    for (const fault of events.length > 0 ? faultsOf(events, add) : []) {
      count += 1;
      if (named.length < most) named.push(fault);
    }
    events = [];
  };
  await client.query({
    text: `DECLARE plain_memberships NO SCROLL CURSOR FOR ${EVENTS}`,
    values: [through, TYPES],
  });
  for (;;) {
    const { rows } = await client.query(`FETCH ${ROWS_AT_ONCE} FROM plain_memberships`);
    for (const row of rows) {
      if (events.length > 0 && events[0].stream !== row.stream) take();
      events.push(row);
    }
    if (rows.length < ROWS_AT_ONCE) break;
  }
  take();
  await client.query('CLOSE plain_memberships');
  return { named, count };
}
