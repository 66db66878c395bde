import type { EventLog, StreamRead, StreamsPage } from '#events/log/log.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { businessCalendar, DEFAULT_TIME_ZONE } from '#events/time.ts';
import { BatchStates } from '#services/commerce/committer/batch-states.ts';
import { loadStates } from '#services/commerce/committer/load-states.ts';
import { snapshotWriter } from '#services/commerce/committer/snapshot-writer.ts';
import type { Snapshots } from '#services/commerce/committer/snapshots.ts';
import { stateCache } from '#services/commerce/committer/state-cache.ts';
import { accept, type Command } from '../../engine/command.ts';
import type { Folded } from '../../engine/stream-kind.ts';

/** A log of these events with this page size. */
export function pagedLog(events: readonly RecordedEvent[], perPage: number): Pick<EventLog, 'readStreams'> {
  const left = ({ stream, after }: StreamRead): RecordedEvent[] =>
    events.filter((event) => event.stream === stream && event.version > after);
  return {
    async readStreams(reads, { longest = events.length } = {}): Promise<StreamsPage> {
      const page = new Map<string, RecordedEvent[]>();
      const rest: StreamRead[] = [];
      let room = perPage;
      for (const read of reads) {
        const all = left(read);
        const taken = all.length > longest ? [] : all.slice(0, room);
        page.set(read.stream, taken);
        room -= taken.length;
        if (taken.length < all.length) {
          rest.push({ stream: read.stream, after: taken.at(-1)?.version ?? read.after });
        }
      }
      return { events: page, rest };
    },
  };
}

/** Snapshots that are written down as JSON and read back. */
export function jsonSnapshots(): Snapshots & { readonly saved: number } {
  const texts = new Map<string, string>();
  let saved = 0;
  return {
    async load(streams) {
      const found = streams.flatMap((stream): [string, Folded][] => {
        const text = texts.get(stream);
        return text === undefined ? [] : [[stream, JSON.parse(text)]];
      });
      return new Map(found);
    },
    async save(folds) {
      for (const [stream, folded] of folds) texts.set(stream, JSON.stringify(folded));
      saved += folds.size;
    },
    get saved() {
      return saved;
    },
  };
}

/** The streams as a process that knows nothing yet loads them. */
export async function coldLoad(
  log: Pick<EventLog, 'readStreams'>,
  snapshots: Snapshots,
  every: number,
  streams: readonly string[],
): Promise<Map<string, Folded>> {
  const states = new BatchStates(businessCalendar(DEFAULT_TIME_ZONE));
  const look: Command<null> = {
    name: 'look',
    actor: 'process:test',
    streams,
    decide: () => accept([], null),
  };
  const saving = snapshotWriter(snapshots, every);
  // Loading reads only pages of streams.
  const loading = { log: log as EventLog, snapshots, saving, cache: stateCache(100) };
  await loadStates(states, [look], loading);
  await saving.idle();
  return new Map(states.bases());
}
