import type { NewEvent } from '../../envelope.ts';
import { versionOf } from '../../upcast.ts';
import type { AppendResult, EventOrder, ExpectedVersion, StreamConflict, StreamWrite } from '../log.ts';

/** JSON never holds it raw, and stream names, ids and types are refused with it. */
const SEPARATOR = '\u001e';
const CONTROL = /\p{Cc}/u;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const EXPECTED_CODE = { no_stream: -1, any: -2, stream_exists: -3 } as const;
const MAX_STREAM_NAME = 512;

/** One append in the form of the database, encoded once before it waits for its flush. */
export interface EncodedAppend {
  writes: readonly StreamWrite[];
  /** In the order of their positions: the event, the place of its write, and its place in that. */
  events: readonly { event: NewEvent; write: number; index: number }[];
  /** Of each event, in that order. */
  schemaVersions: readonly number[];
  data: readonly string[];
  metadata: readonly string[];
  /** Characters of data and metadata. */
  weight: number;
}

function checkWrite({ stream, expected, events }: StreamWrite): void {
  if (stream === '' || stream.length > MAX_STREAM_NAME || CONTROL.test(stream)) {
    throw new Error(`append: ${JSON.stringify(stream)} is not a name of a stream`);
  }
  if (typeof expected === 'number' && !(Number.isInteger(expected) && expected >= 0)) {
    throw new Error(`append to ${stream}: expected version ${expected} is not a version`);
  }
  const ids = new Set<string>();
  for (const { id } of events) {
    if (!UUID.test(id)) throw new Error(`append to ${stream}: event id ${JSON.stringify(id)} is not a UUID`);
    if (ids.has(id)) throw new Error(`append to ${stream}: event id ${id} is given twice`);
    ids.add(id);
  }
}

/** Events in the order of their positions. */
function inOrder(writes: readonly StreamWrite[], order?: EventOrder): EncodedAppend['events'] {
  const turns = order ?? writes.flatMap(({ events }, write) => events.map(() => write));
  const taken = writes.map(() => 0);
  const events = turns.map((write) => {
    const index = taken[write] ?? 0;
    const event = writes[write]?.events[index];
    if (!event) throw new Error('append: the order names more events than there are');
    taken[write] = index + 1;
    return { event, write, index };
  });
  if (writes.some(({ events: { length } }, write) => length !== taken[write])) {
    throw new Error('append: the order leaves events out');
  }
  return events;
}

/** Throws for invalid input: a bad name, id, version or order, an unknown type, a repeated stream. */
export function encodeAppend(writes: readonly StreamWrite[], order?: EventOrder): EncodedAppend {
  if (writes.length === 0) throw new Error('append: no writes');
  if (new Set(writes.map((write) => write.stream)).size < writes.length) {
    throw new Error('append: a stream appears twice in the writes');
  }
  for (const write of writes) checkWrite(write);
  const events = inOrder(writes, order);
  const schemaVersions: number[] = [];
  const data: string[] = [];
  const metadata: string[] = [];
  let weight = 0;
  for (const { event } of events) {
    const ofEvent = JSON.stringify(event.data);
    const about = JSON.stringify(event.metadata);
    schemaVersions.push(versionOf(event.type));
    data.push(ofEvent);
    metadata.push(about);
    weight += ofEvent.length + about.length;
  }
  return { writes, events, schemaVersions, data, metadata, weight };
}

const codeOf = (expected: ExpectedVersion): number =>
  typeof expected === 'number' ? expected : EXPECTED_CODE[expected];

const texts = (parameter: number): string => `string_to_array($${parameter}, E'\\x1e')`;

// Joined texts are much cheaper than array literals, in which every quote is escaped.
export const APPEND_SQL = `SELECT * FROM log.append(
  $1::int[], ${texts(2)}, $3::int[], $4::int[], $5::int[], $6::int[], ${texts(7)},
  ${texts(8)}::uuid[], ${texts(9)}, $10::int[], ${texts(11)}::json[], ${texts(12)}::json[])`;

const integers = (values: readonly number[]): string => `{${values.join(',')}}`;

/** Parameters of `APPEND_SQL` for one flush. */
export function encodeFlush(appends: readonly EncodedAppend[]): string[] {
  const appendOf: number[] = [];
  const streams: string[] = [];
  const expected: number[] = [];
  const counts: number[] = [];
  const writeOf: number[] = [];
  const indexOf: number[] = [];
  const eventStreams: string[] = [];
  const ids: string[] = [];
  const types: string[] = [];
  const schemaVersions: number[] = [];
  const data: string[] = [];
  const metadata: string[] = [];
  appends.forEach((append, at) => {
    const before = streams.length;
    for (const write of append.writes) {
      appendOf.push(at + 1);
      streams.push(write.stream);
      expected.push(codeOf(write.expected));
      counts.push(write.events.length);
    }
    for (const { event, write, index } of append.events) {
      writeOf.push(before + write + 1);
      indexOf.push(index + 1);
      eventStreams.push(append.writes[write]?.stream ?? '');
      ids.push(event.id);
      types.push(event.type);
    }
    schemaVersions.push(...append.schemaVersions);
    data.push(...append.data);
    metadata.push(...append.metadata);
  });
  return [
    integers(appendOf),
    streams.join(SEPARATOR),
    integers(expected),
    integers(counts),
    integers(writeOf),
    integers(indexOf),
    eventStreams.join(SEPARATOR),
    ids.join(SEPARATOR),
    types.join(SEPARATOR),
    integers(schemaVersions),
    data.join(SEPARATOR),
    metadata.join(SEPARATOR),
  ];
}

/** The answer of `log.append` for one flush; `null` if every append fitted. */
export interface FlushRow {
  head: string;
  stood: number[];
  fates: number[] | null;
  verdicts: number[] | null;
  repeat_versions: number[] | null;
  repeat_positions: string[] | null;
}

const REPEATED = 1;
const CONFLICT = 2;
const CONFLICT_WITH_DUPLICATES = 3;

/** Each append's own result, in the order of the flush. */
export function decodeFlush(appends: readonly EncodedAppend[], row: FlushRow): AppendResult[] {
  let position = Number(row.head);
  let first = 0;
  return appends.map(({ writes }, at) => {
    const offset = first;
    first += writes.length;
    const stood = (write: number): number => row.stood[offset + write] ?? -1;
    const verdict = (write: number): number => row.verdicts?.[offset + write] ?? 0;
    const fate = row.fates?.[at] ?? 0;
    if (fate === CONFLICT) {
      const conflicts: StreamConflict[] = [];
      writes.forEach(({ stream, expected }, write) => {
        const found = verdict(write);
        // One part exists already and another does not: a conflict.
        if (found === 0) return;
        conflicts.push({
          stream,
          expected,
          actual: stood(write),
          partial_duplicate: found === REPEATED || found === CONFLICT_WITH_DUPLICATES,
        });
      });
      return { ok: false, conflicts };
    }
    if (fate === REPEATED) {
      const positions = writes.map((_, write) => Number(row.repeat_positions?.[offset + write] ?? 0));
      const versions = writes.map(({ expected, events }, write) => {
        if (events.length > 0) return row.repeat_versions?.[offset + write] ?? -1;
        return typeof expected === 'number' ? expected : stood(write);
      });
      return { ok: true, position: Math.max(...positions), versions, repeated: true };
    }
    for (const { events } of writes) position += events.length;
    const versions = writes.map(({ events }, write) => stood(write) + events.length);
    return { ok: true, position, versions, repeated: false };
  });
}
