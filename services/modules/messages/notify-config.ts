import type { Pool, PoolClient } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { DigestTimes, QuietHours } from '#services/contract/messages/notify-config.ts';
import {
  CHANNELS,
  type Channel,
  type Channels,
  defaultsOf,
  NOTIFY_EVENT_NAMES,
  NOTIFY_EVENTS,
  type NotifyEventName,
} from '#services/contract/messages/notify-events.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { inTransaction } from '#services/runtime/transaction.ts';

/** When a creator hears of new sales: of each, once a day, or never. */
type NewSale = 'each' | 'daily' | 'never';
type EventChange = { event: NotifyEventName } & { [Name in Channel]?: boolean | undefined };

interface NotifyConfig {
  weekly_summary: boolean;
  new_sale: NewSale;
  digest: DigestTimes;
  quiet_hours: QuietHours | null;
  events: Map<NotifyEventName, Channels>;
}

interface ConfigChange {
  weekly_summary?: boolean | undefined;
  new_sale?: NewSale | undefined;
  digest?: DigestTimes | undefined;
  quiet_hours?: QuietHours | null | undefined;
  events?: readonly EventChange[] | undefined;
}

/** `unknown`: the person cannot have the event, or not by the channel. `always_on`: a channel of a duty. */
type ConfigFault = 'unknown' | 'always_on';

const isAny = (channels: Channels): boolean => CHANNELS.some((channel) => channels[channel]);

interface PersonRow {
  new_sale: 'each' | 'daily' | null;
  digest: DigestTimes | null;
  quiet_from: number | null;
  quiet_to: number | null;
}

/** Undefined for an account that is deleted or unknown. */
async function personOf(pool: Pool | PoolClient, user: UserId) {
  return queriesOn(pool)
    .selectFrom('accounts.users as u')
    .leftJoin('accounts.creators as c', 'c.user_id', 'u.id')
    .leftJoin('accounts.notify_times as times', 'times.user_id', 'u.id')
    .where('u.id', '=', user)
    .where('u.deleted_at', 'is', null)
    .select(['c.new_sale', 'times.digest', 'times.quiet_from', 'times.quiet_to'])
    .$castTo<PersonRow>()
    .executeTakeFirst();
}

async function channelsOf(pool: Pool | PoolClient, user: UserId): Promise<Map<string, Channels>> {
  const rows = await queriesOn(pool)
    .selectFrom('accounts.notify_channels')
    .where('user_id', '=', user)
    .select(['event', 'site', 'mail', 'push'])
    .execute();
  return new Map(rows.map(({ event, ...channels }) => [event, channels]));
}

const quietHoursOf = (person: PersonRow | undefined): QuietHours | null =>
  person?.quiet_from == null || person.quiet_to === null
    ? null
    : { from: person.quiet_from, to: person.quiet_to };

/** What a person gets unasked, and how; nothing for an account that is deleted or unknown. */
export async function notifyConfigOf(pool: Pool | PoolClient, user: UserId): Promise<NotifyConfig> {
  // One after the other: a client of a transaction takes one query at a time.
  const person = await personOf(pool, user);
  const chosen = await channelsOf(pool, user);
  const isCreator = person?.new_sale != null;
  const names = NOTIFY_EVENT_NAMES.filter((name) => isCreator || NOTIFY_EVENTS[name].to === 'everybody');
  const events = new Map(
    (person ? names : []).map((name) => [name, chosen.get(name) ?? defaultsOf(name)] as const),
  );
  const gets = (name: NotifyEventName): boolean => {
    const channels = events.get(name);
    return channels !== undefined && isAny(channels);
  };
  return {
    weekly_summary: gets('weekly_summary'),
    new_sale: gets('new_sale') ? (person?.new_sale ?? 'never') : 'never',
    digest: person?.digest ?? 'never',
    quiet_hours: quietHoursOf(person),
    events,
  };
}

/** Whether a person gets an event by any channel. */
export async function isNotified(pool: Pool, user: UserId, event: NotifyEventName): Promise<boolean> {
  const channels = (await notifyConfigOf(pool, user)).events.get(event);
  return channels !== undefined && isAny(channels);
}

/** On: the channels that are chosen, or the defaults if none was. Off: no channel. */
const withSwitch = (channels: Channels, event: NotifyEventName, on: boolean): Channels => {
  if (!on) return { site: false, mail: false, push: false };
  return isAny(channels) ? channels : defaultsOf(event);
};

/** Why a change is not possible. */
function faultOf({ events }: NotifyConfig, changes: readonly EventChange[]): ConfigFault | null {
  for (const { event, ...channels } of changes) {
    if (!events.has(event)) return 'unknown';
    const rules = CHANNELS.filter((name) => channels[name] !== undefined).map(
      (name) => NOTIFY_EVENTS[event][name],
    );
    if (rules.includes('always')) return 'always_on';
    if (rules.includes('never')) return 'unknown';
  }
  return null;
}

/** Changes of one person wait for each other: what they are based on is read under the lock. */
const changing = <Result>(
  pool: Pool,
  user: UserId,
  change: (client: PoolClient, before: NotifyConfig) => Promise<Result>,
): Promise<Result> =>
  inTransaction(pool, async (client) => {
    const person = queriesOn(client).selectFrom('accounts.users').where('id', '=', user);
    // Rows that name the person can be written meanwhile.
    await person.select('id').forNoKeyUpdate().execute();
    return change(client, await notifyConfigOf(client, user));
  });

async function writeTimes(
  client: PoolClient,
  user: UserId,
  before: NotifyConfig,
  { digest = before.digest, quiet_hours: quiet }: ConfigChange,
): Promise<void> {
  const isOff = digest === 'never';
  const times = {
    // The worker plans it: it knows the calendar.
    ...(digest !== before.digest && {
      digest,
      digest_due_at: isOff ? null : 0,
      ...(isOff && { digest_until: null }),
    }),
    ...(quiet !== undefined && { quiet_from: quiet?.from ?? null, quiet_to: quiet?.to ?? null }),
  };
  if (Object.keys(times).length === 0) return;
  await queriesOn(client)
    .insertInto('accounts.notify_times')
    .values({ user_id: user, ...times })
    .onConflict((same) => same.column('user_id').doUpdateSet(times))
    .execute();
  if (quiet === undefined) return;
  // What waits for the end of other hours is looked at again. A mail that failed keeps its pause.
  await client.query(
    `UPDATE runtime.outbox
        SET due_at = CASE WHEN due_at IS NOT NULL AND attempts = 0 THEN created_at ELSE due_at END,
            push_due_at = CASE WHEN push_due_at IS NOT NULL THEN created_at END
      WHERE to_user = $1 AND (due_at IS NOT NULL OR push_due_at IS NOT NULL)`,
    [user],
  );
}

async function write(
  client: PoolClient,
  user: UserId,
  before: NotifyConfig,
  change: ConfigChange,
): Promise<ConfigFault | null> {
  const db = queriesOn(client);
  const { weekly_summary, new_sale, events = [] } = change;
  const switches: [NotifyEventName, boolean][] = [];
  if (weekly_summary !== undefined) switches.push(['weekly_summary', weekly_summary]);
  if (new_sale !== undefined) switches.push(['new_sale', new_sale !== 'never']);
  const fault = faultOf(before, [...switches.map(([event]) => ({ event })), ...events]);
  if (fault) return fault;

  const after = new Map<NotifyEventName, Channels>();
  const present = (event: NotifyEventName) =>
    after.get(event) ?? before.events.get(event) ?? defaultsOf(event);
  for (const [event, on] of switches) after.set(event, withSwitch(present(event), event, on));
  for (const { event, ...chosen } of events) {
    const { site, mail, push } = present(event);
    after.set(event, {
      site: chosen.site ?? site,
      mail: chosen.mail ?? mail,
      push: chosen.push ?? push,
    });
  }
  if (new_sale === 'each' || new_sale === 'daily') {
    await db.updateTable('accounts.creators').set({ new_sale }).where('user_id', '=', user).execute();
  }
  await writeTimes(client, user, before, change);
  for (const [event, channels] of after) {
    await db
      .insertInto('accounts.notify_channels')
      .values({ user_id: user, event, ...channels })
      .onConflict((same) => same.columns(['user_id', 'event']).doUpdateSet(channels))
      .execute();
  }
  return null;
}

/** What is not named stays. @returns why nothing was changed; null when it was */
export const setNotifyConfig = (
  pool: Pool,
  user: UserId,
  change: ConfigChange,
): Promise<ConfigFault | null> =>
  changing(pool, user, (client, before) => write(client, user, before, change));

/** All channels of an event at once. */
export const setNotified = (
  pool: Pool,
  user: UserId,
  event: NotifyEventName,
  on: boolean,
): Promise<unknown> =>
  changing(pool, user, (client, before) => {
    const channels = withSwitch(before.events.get(event) ?? defaultsOf(event), event, on);
    return write(client, user, before, { events: [{ event, ...channels }] });
  });
