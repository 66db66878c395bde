import type { RecordedEvent } from '../recorded-event.ts';
import type { EventLog, StreamRead } from './log.ts';

type Log = Pick<EventLog, 'readStreams'>;
type Page = ReadonlyMap<string, readonly RecordedEvent[]>;

/** Reads streams to their ends, page by page; one page is in memory at a time. */
export async function* pagesOfStreams(log: Log, reads: readonly StreamRead[]): AsyncGenerator<Page> {
  for (let rest = reads; rest.length > 0; ) {
    const page = await log.readStreams(rest);
    yield page.events;
    rest = page.rest;
  }
}

/** One stream from its beginning, page by page. */
export async function* pagesOfStream(log: Log, stream: string): AsyncGenerator<readonly RecordedEvent[]> {
  for await (const page of pagesOfStreams(log, [{ stream, after: -1 }])) yield page.get(stream) ?? [];
}

/** The values that `collect` returns for each event, by stream. */
export async function collectFromStreams<Value>(
  log: Log,
  streams: readonly string[],
  collect: (event: RecordedEvent) => readonly Value[],
): Promise<Value[]> {
  const values: Value[] = [];
  for await (const page of pagesOfStreams(
    log,
    streams.map((stream) => ({ stream, after: -1 })),
  )) {
    for (const events of page.values()) for (const event of events) values.push(...collect(event));
  }
  return values;
}
