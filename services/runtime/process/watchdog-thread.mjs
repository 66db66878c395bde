// JavaScript: the compiler for TypeScript would need more memory than the thread itself.
import { write } from 'node:fs';
import { workerData } from 'node:worker_threads';

const { name, cells, mostMissed, beatMs, pid } = workerData;
/** For the line: it must not keep the thread if nobody reads. */
const LINE_MS = 200;

let beats = 0;
let missed = 0;
setInterval(() => {
  const now = Atomics.load(cells, 0);
  const watched = Atomics.load(cells, 1) === 1;
  missed = now === beats && watched ? missed + 1 : 0;
  beats = now;
  if (missed !== mostMissed) return;
  const seconds = Math.round((mostMissed * beatMs) / 1000);
  write(2, `${name}: hangs for ${seconds} s; ended, so that it is started again\n`, () => undefined);
  setTimeout(() => process.kill(pid, 'SIGKILL'), LINE_MS);
}, beatMs);
