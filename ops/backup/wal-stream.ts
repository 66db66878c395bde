import type { Duplex, DuplexOptions } from 'node:stream';
import { Client, type Submittable } from 'pg';
import { both } from 'pg-copy-streams';
import { BACKUP_SLOT } from '#services/runtime/database.ts';
import type { WalArchive } from './wal-archive.ts';
import { lsnOf, lsnText, segmentStart } from './wal-names.ts';

declare module 'pg-copy-streams' {
  /** Missing in the published types. */
  export function both(
    text: string,
    options?: DuplexOptions & { alignOnCopyDataFrame?: boolean },
  ): Duplex & Submittable;
}

/** The slot keeps no WAL any more: it must be created again. */
export class SlotLost extends Error {}

/** Of the WAL. */
const PAGE_BYTES = 8_192n;
const SYNC_EVERY_MS = 1_000;
/** Microseconds from 1970 to 2000, where PostgreSQL's time begins. */
const EPOCH_US = 946_684_800_000_000n;

const [DATA, KEEPALIVE, STATUS] = ['w', 'k', 'r'].map((letter) => letter.charCodeAt(0));

/** The answer to PostgreSQL: what is on our disk. */
function statusMessage(through: bigint): Buffer {
  const message = Buffer.alloc(34);
  message.writeUInt8(STATUS ?? 0, 0);
  for (const offset of [1, 9, 17]) message.writeBigUInt64BE(through, offset);
  message.writeBigInt64BE(BigInt(Date.now()) * 1_000n - EPOCH_US, 25);
  return message;
}

/** A connection of PostgreSQL's replication protocol. */
async function connectForReplication(url: string): Promise<Client> {
  const address = new URL(url);
  address.searchParams.set('replication', 'true');
  const client = new Client({ connectionString: address.href, application_name: 'backup' });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

export interface WalStream {
  /** The archive lacks WAL before this: earlier copies end there, and a new one is needed. */
  gap: boolean;
  /** Rejects when the stream breaks. */
  over: Promise<void>;
  stop(): Promise<void>;
}

interface StreamOptions {
  /** With the right to replicate. */
  url: string;
  archive: WalArchive;
  /**
   * Called about once a second with the time, in milliseconds, up to which every commit is on the disk here, and with a
   * position through which the WAL is.
   */
  onSynced(until: number, through: bigint): void;
}

/** Receives the WAL as it is written, from where the archive ends. */
export async function startWalStream({ url, archive, onSynced }: StreamOptions): Promise<WalStream> {
  const client = await connectForReplication(url);
  try {
    const { rows } = await client.query<{ timeline: number; xlogpos: string }>('IDENTIFY_SYSTEM');
    const [system] = rows;
    if (!system) throw new Error('IDENTIFY_SYSTEM: no answer');
    const timeline = Number(system.timeline);
    const history = `${timeline.toString(16).toUpperCase().padStart(8, '0')}.history`;
    if (timeline > 1 && !(await archive.has(history))) {
      const answer = await client.query<{ content: Buffer | string }>(`TIMELINE_HISTORY ${timeline}`);
      await archive.addHistory(history, Buffer.from(answer.rows[0]?.content ?? ''));
    }
    const slots = await client.query<{ restart_lsn: string | null }>(`READ_REPLICATION_SLOT ${BACKUP_SLOT}`);
    const reserved = slots.rows[0]?.restart_lsn;
    if (!reserved) throw new SlotLost('the database kept no WAL for the backup; a new copy is made');
    const oldest = segmentStart(lsnOf(reserved));
    const end = await archive.end(timeline);
    const gap = end === undefined || end < oldest;
    return receive(client, { timeline, from: gap ? oldest : end, gap, archive, onSynced });
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

interface Reception extends Pick<StreamOptions, 'archive' | 'onSynced'> {
  timeline: number;
  from: bigint;
  gap: boolean;
}

function receive(client: Client, { timeline, from, gap, archive, onSynced }: Reception): WalStream {
  const start = `START_REPLICATION SLOT ${BACKUP_SLOT} PHYSICAL ${lsnText(from)} TIMELINE ${timeline}`;
  const stream = client.query(both(start, { alignOnCopyDataFrame: true, readableObjectMode: true }));
  // The package calls it after a refusal too, when it has set none.
  Object.assign(stream, { cb_flush: () => undefined });
  let stopping = false;
  /** Where the database's WAL ended when it sent a message, and the time of that. */
  let head = { end: from, at: 0 };
  /** The newest end of a record: PostgreSQL also writes the first pages of a record that is not whole yet. */
  let whole = 0n;
  const headOf = (end: bigint, us: bigint): void => {
    head = { end, at: Number((us + EPOCH_US) / 1_000n) };
    if (end % PAGE_BYTES !== 0n) whole = end;
  };
  // Writes and syncs of the archive, one at a time.
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = turn.then(work);
    turn = result.catch(() => undefined);
    return result;
  };
  const report = (): Promise<void> =>
    inTurn(async () => {
      const through = (await archive.sync()) ?? from;
      if (stopping) return;
      stream.write(statusMessage(through));
      if (head.at > 0 && through >= head.end) onSynced(head.at, whole);
    });
  const timer = setInterval(() => report().catch((error) => stream.destroy(error)), SYNC_EVERY_MS);

  async function read(): Promise<void> {
    try {
      for await (const message of stream as AsyncIterable<Buffer>) {
        const kind = message.readUInt8(0);
        if (kind === DATA) {
          const at = message.readBigUInt64BE(1);
          await inTurn(() => archive.write(timeline, at, message.subarray(25)));
          headOf(message.readBigUInt64BE(9), message.readBigInt64BE(17));
        } else if (kind === KEEPALIVE) {
          headOf(message.readBigUInt64BE(1), message.readBigInt64BE(9));
          if (message.readUInt8(17) === 1) await report();
        }
      }
      if (!stopping) throw new Error('PostgreSQL ended the stream of its WAL');
    } catch (error) {
      if (!stopping) throw error;
    } finally {
      clearInterval(timer);
      await turn;
      try {
        await archive.close();
      } finally {
        await client.end().catch(() => undefined);
      }
    }
  }
  const over = read();
  over.catch(() => undefined);
  return {
    gap,
    over,
    async stop() {
      stopping = true;
      client.connection.stream.destroy();
      stream.destroy();
      await over.catch(() => undefined);
    },
  };
}
