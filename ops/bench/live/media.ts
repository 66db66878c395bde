import { randomBytes } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { newFileId } from '#events/ids.ts';
import { completeUpload, signUpload } from '#services/contract/media/media.ts';
import { openMediaAddresses } from '#services/modules/media/addresses.ts';
import { photo } from '#services/modules/media/testing/photo.ts';
import { openSecrets } from '#services/runtime/secrets.ts';
import { watchLag } from '../lag.ts';
import { median, percentile } from '../load.ts';
import { buyFor, type OrderStage, openForOrders, warmUp } from '../orders.ts';
import { atMost, type Bench, noMoreThan, type Row } from '../row.ts';
import { pidsOf } from './processor-time.ts';
import { residentOf } from './resident.ts';
import { type LiveServer, withLiveServer } from './server.ts';

/** Orders a second while the lag is measured, as for the feeds. */
const RATE = 100;
const UPLOADS = 20;
const ROUNDS = 3;
const LAG_RATIO = 1.2;
const FILM_BYTES = 4 * 1024 ** 3;
const READERS = 4;
const MORE_MB = 20;

interface Envelope {
  data: { file_id: string; puts: { url: string; headers: Record<string, string> }[] };
}

/** Signs, sends and completes a picture. */
async function upload(base: string, token: string, bytes: Buffer): Promise<void> {
  const authorization = `Bearer ${token}`;
  const call = async (path: string, body: object): Promise<Envelope['data']> => {
    const headers = { authorization, 'content-type': 'application/json' };
    const answer = await fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const { ec, data } = (await answer.json()) as Envelope & { ec: number };
    if (ec !== 200) throw new Error(`${path}: ${ec}`);
    return data;
  };
  const signed = await call(signUpload.path, { kind: 'picture', name: 'p.jpg', bytes: bytes.length });
  const [put] = signed.puts;
  if (put === undefined) throw new Error('an upload without a part');
  const headers = { ...put.headers, authorization };
  const body = new Uint8Array(bytes);
  const stored = await fetch(`${base}${put.url}`, { method: 'PUT', headers, body });
  await stored.arrayBuffer();
  await call(completeUpload.path, { file_id: signed.file_id });
}

/** Uploads at a fixed rate until they are stopped. @returns the stop, which gives how many were done a second */
function uploadAll({ base }: LiveServer, { tokens }: OrderStage, picture: Buffer) {
  const start = performance.now();
  const running = new Set<Promise<void>>();
  let [next, done] = [0, 0];
  const timer = setInterval(() => {
    const one = upload(base, tokens[next % tokens.length] ?? '', picture).then(
      () => {
        done += 1;
      },
      // Refused for too many that wait: counted by what is done.
      () => undefined,
    );
    running.add(one);
    void one.finally(() => running.delete(one));
    next += 1;
  }, 1_000 / UPLOADS);
  return async (): Promise<number> => {
    clearInterval(timer);
    const perSecond = done / ((performance.now() - start) / 1_000);
    await Promise.all(running);
    return perSecond;
  };
}

const lagRow = (quick: boolean): Promise<Row> =>
  withLiveServer(async (server) => {
    const stage = await openForOrders(server);
    await warmUp(server, stage, quick);
    const picture = await photo(1_200, 800);
    const [alone, during, rates]: [number[], number[], number[]] = [[], [], []];
    const measure = async (lags: number[]): Promise<void> => {
      const watching = await watchLag(server.databaseUrl);
      try {
        await buyFor(server, stage, quick ? 5 : 15, { perSecond: RATE });
        lags.push(percentile(watching.lags(), 0.99));
      } finally {
        await watching.end();
      }
    };
    // In turns, so that a machine that is busy for a while is so for both.
    for (let round = 0; round < (quick ? 1 : ROUNDS); round += 1) {
      await measure(alone);
      const stop = uploadAll(server, stage, picture);
      await measure(during);
      rates.push(await stop());
    }
    return atMost(LAG_RATIO, {
      name: `lag from commit to readable in every read model, p99, with ${UPLOADS} uploads a second`,
      value: median(during),
      unit: 'ms',
      reference: { name: 'without uploads', value: median(alone) },
      remark: `at ${RATE} orders a second; ${median(rates).toFixed(1)} pictures of ${(picture.length / 1_000).toFixed(0)} kB a second were stored and decoded`,
    });
  });

/** A film in the store, of zeros, which take no room on the disk. @returns its address for everybody */
async function filmOf({ dataDir, pool }: LiveServer): Promise<string> {
  const object = randomBytes(20).toString('hex');
  const folder = join(dataDir, 'media', object.slice(0, 2));
  await mkdir(folder, { recursive: true });
  const file = await open(join(folder, object), 'w');
  await file.truncate(FILM_BYTES);
  await file.close();
  const file_id = newFileId();
  await pool.query(
    `INSERT INTO media.files (file_id, owner_id, kind, state, name, bytes, type, object, created_at)
     SELECT $1, id, 'video', 'ready', 'film.mp4', $2, 'video/mp4', $3, 0 FROM accounts.users LIMIT 1`,
    [file_id, FILM_BYTES, object],
  );
  const secrets = openSecrets({ dataDir, production: false, env: {} });
  return openMediaAddresses(secrets).of(
    { reader: '', used_by: 'post:bench', file_id, variant: 'original' },
    Date.now() + 60_000,
  );
}

/** Reads a part of the film and forgets it. @returns its bytes */
async function readPart(address: string, start: number, end: number): Promise<number> {
  const { status, body } = await fetch(address, { headers: { range: `bytes=${start}-${end - 1}` } });
  if (status !== 206 || body === null) throw new Error(`a part of the film: ${status}`);
  let bytes = 0;
  for await (const piece of body) bytes += piece.length;
  return bytes;
}

const filmRow = (quick: boolean): Promise<Row> =>
  withLiveServer(async (server) => {
    await openForOrders(server);
    const [, api = 0] = await pidsOf(server.dataDir);
    const address = `${server.base}${await filmOf(server)}`;
    const all = quick ? Math.floor(FILM_BYTES / 10) : FILM_BYTES;
    const share = Math.ceil(all / READERS);
    // The code of this route is loaded and compiled.
    await readPart(address, 0, Math.floor(share / 8));
    await pause(quick ? 1_000 : 10_000);
    const memory = async (): Promise<number> => (await residentOf([api])).together;
    const before = await memory();
    const parts = Array.from({ length: READERS }, (_, at) =>
      readPart(address, at * share, Math.min(all, (at + 1) * share)),
    );
    let [over, largest] = [false, before];
    const reading = Promise.all(parts).finally(() => {
      over = true;
    });
    while (!over) {
      largest = Math.max(largest, await memory());
      await Promise.race([pause(200), reading]);
    }
    const bytes = (await reading).reduce((sum, one) => sum + one, 0);
    return noMoreThan(MORE_MB, {
      name: 'memory of the API while a film of 4 GB is read by ranges, beyond idle',
      value: Math.max(0, largest - before),
      unit: 'MB',
      remark: `${READERS} ranges at once, ${(bytes / 1024 ** 3).toFixed(1)} GB; ${before.toFixed(0)} MB idle`,
    });
  });

/** Uploads beside orders, and large files. */
export const mediaBench: Bench = async ({ quick }) => [await lagRow(quick), await filmRow(quick)];
