import { write, writeSync } from 'node:fs';

/** Bytes of lines that wait; further lines are dropped. */
const MAX_BYTES = 1_048_576;
const MAX_WRITE = 65_536;
/** Between two attempts while nothing is taken: doubled each time. */
const PAUSES_MS = { first: 10, longest: 1_000 };
/** The end of a process waits at most so long for its last lines. */
const MAX_FLUSH_MS = 500;

/** What pino writes to. */
export interface LogSink {
  /** Neither waits nor throws. @param line with its line feed */
  write(line: string): void;
  /** Lines that were dropped since the start of the process. */
  dropped(): number;
}

const pause = (ms: number): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/**
 * Writes lines to a file, pipe or terminal that may take none: a full disk, a pipe that nobody reads. They wait in
 * bounded memory. The last ones are written when the process ends, also after an exception.
 * @param fd of the process: 1 or 2
 * @param onRoom receives the number of lines that were dropped since its last call, once lines are taken again
 */
export function logSink(fd: 1 | 2, onRoom: (dropped: number) => void, mostBytes = MAX_BYTES): LogSink {
  let waiting: Buffer[] = [];
  /** Is written now, or again after a pause. */
  let chunk = Buffer.alloc(0);
  /** Of chunk and waiting lines. */
  let bytes = 0;
  let state: 'idle' | 'writing' | 'resting' = 'idle';
  let rest_ms = PAUSES_MS.first;
  let dropped = 0;
  let reported = 0;

  // Node's streams make a pipe refuse what it cannot take. A write that waits would block a thread, and the exit.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

  function nextChunk(): Buffer<ArrayBuffer> {
    let size = 0;
    let count = 0;
    for (const line of waiting) {
      size += line.length;
      if (size > MAX_WRITE && count > 0) break;
      count += 1;
    }
    return Buffer.concat(waiting.splice(0, count));
  }

  function proceed(): void {
    if (chunk.length === 0) chunk = nextChunk();
    if (chunk.length === 0) return;
    state = 'writing';
    write(fd, chunk, (error, written) => {
      if (error) {
        state = 'resting';
        setTimeout(proceed, rest_ms).unref();
        rest_ms = Math.min(2 * rest_ms, PAUSES_MS.longest);
        return;
      }
      state = 'idle';
      chunk = chunk.subarray(written);
      bytes -= written;
      rest_ms = PAUSES_MS.first;
      if (dropped > reported && bytes <= mostBytes / 2) {
        const since = dropped - reported;
        reported = dropped;
        onRoom(since);
      }
      if (state === 'idle') proceed();
    });
  }

  process.on('exit', () => {
    const deadline = performance.now() + MAX_FLUSH_MS;
    // A thread of Node finishes the current write.
    let last = Buffer.concat(state === 'writing' ? waiting : [chunk, ...waiting]);
    waiting = [];
    while (last.length > 0) {
      try {
        last = last.subarray(writeSync(fd, last));
      } catch (error) {
        const isFull = error instanceof Error && 'code' in error && error.code === 'EAGAIN';
        if (!isFull || performance.now() > deadline) return;
        pause(PAUSES_MS.first);
      }
    }
  });

  return {
    write(text) {
      const line = Buffer.from(text);
      if (bytes + line.length > mostBytes) {
        dropped += 1;
        return;
      }
      waiting.push(line);
      bytes += line.length;
      if (state === 'idle') proceed();
    },
    dropped: () => dropped,
  };
}
