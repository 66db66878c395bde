import type { Pool, PoolClient } from 'pg';
import type { Config } from '../config.ts';
import { inTransaction } from '../transaction.ts';
import { ConfigError } from './values.ts';

/** Values by variable, of the settings that the data depend on. */
export type Facts = Readonly<Record<string, string>>;

type LogKind = 'PostgreSQL' | 'EventStoreDB';

/** A zone by its canonical name: `PRC` is `Asia/Shanghai`. */
function canonicalZone(timeZone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
}

const logKindOf = ({ eventLog }: Pick<Config, 'eventLog'>): LogKind =>
  eventLog === undefined ? 'PostgreSQL' : 'EventStoreDB';

/** What a program's settings say. EVENT_LOG is compared by the kind of server, which can move. */
export const factsOf = (config: Pick<Config, 'sandbox' | 'businessTimeZone' | 'eventLog'>): Facts => ({
  SANDBOX: config.sandbox ? '1' : '0',
  BUSINESS_TIME_ZONE: canonicalZone(config.businessTimeZone),
  EVENT_LOG: logKindOf(config),
});

/** What the database was made with; empty before the first start. */
export async function readIdentity(on: Pool | PoolClient): Promise<Facts> {
  const { rows } = await on.query<{ name: string; value: string }>(
    'SELECT name, value FROM runtime.identity ORDER BY name',
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

function differs(name: string, saved: string, present: string): boolean {
  return saved !== present && !(name === 'BUSINESS_TIME_ZONE' && canonicalZone(saved) === present);
}

/** Commands that record another value, by variable; of the log by the new value. */
const COMMANDS: Readonly<Record<string, string | Readonly<Record<LogKind, string>>>> = {
  EVENT_LOG: {
    EventStoreDB: 'npm run log -- copy-to-eventstore moves the log',
    PostgreSQL: 'set EVENT_LOG; npm run log -- move-to-database moves the log',
  },
};

function commandFor(name: string, value: string): string | undefined {
  const command = COMMANDS[name];
  return typeof command === 'object' ? command[value as LogKind] : command;
}

function textOf(name: string, saved: string, present: string): string {
  return `${name} is ${present}, the database has ${saved}`;
}

/** Throws a ConfigError of one line that names both values of each difference. Facts of one side alone do not differ. */
export function requireSame(saved: Facts, present: Facts): void {
  const different = Object.entries(present).flatMap(([name, value]) => {
    const before = saved[name];
    return before !== undefined && differs(name, before, value) ? [{ name, before, value }] : [];
  });
  if (different.length === 0) return;
  const lines = different.map(({ name, before, value }) => textOf(name, before, value));
  // With any other difference it is probably the wrong database.
  const commands = different.map(({ name, value }) => commandFor(name, value));
  const ways = commands.every((command) => command !== undefined) ? ` (${commands.join('; ')})` : '';
  throw new ConfigError(`these are not the settings of this database: ${lines.join('; ')}${ways}`);
}

/**
 * Records what is not recorded yet. Of two concurrent first starts one records. For the other it throws as `requireSame`,
 * and nothing of it is recorded.
 */
export async function recordFacts(pool: Pool, facts: Facts): Promise<void> {
  // Every start inserts in one order, so that two of them cannot block each other.
  const names = Object.keys(facts).sort();
  await inTransaction(pool, async (client) => {
    await client.query(
      `INSERT INTO runtime.identity (name, value) SELECT * FROM unnest($1::text[], $2::text[])
       ON CONFLICT (name) DO NOTHING`,
      [names, names.map((name) => facts[name])],
    );
    requireSame(await readIdentity(client), facts);
  });
}

/** Changes a recorded fact on purpose. */
async function changeFact(pool: Pool, name: string, value: string): Promise<void> {
  await pool.query(
    `INSERT INTO runtime.identity (name, value) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value, recorded_at = now()`,
    [name, value],
  );
}

/** From now on this kind of server has the log. */
export const moveLog = (pool: Pool, to: LogKind): Promise<void> => changeFact(pool, 'EVENT_LOG', to);

/** Throws a ConfigError when the log is elsewhere. */
export async function requireLogKind(pool: Pool, config: Pick<Config, 'eventLog'>): Promise<void> {
  requireSame(await readIdentity(pool), { EVENT_LOG: logKindOf(config) });
}

/** Once the log could be opened: records where it is, at the first start. */
export const recordLogKind = (pool: Pool, config: Pick<Config, 'eventLog'>): Promise<void> =>
  recordFacts(pool, { EVENT_LOG: logKindOf(config) });
