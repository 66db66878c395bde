import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { completeUpload, type OwnFile, signUpload } from '#services/contract/media/media.ts';
import { removeGarbage } from '#services/modules/media/garbage.ts';
import { photo } from '#services/modules/media/testing/photo.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { rowGate } from '#services/worker/testing/gate.ts';
import { killedAtEach, type Steps } from '#services/worker/testing/kills.ts';
import { type Program, startProgram } from '#services/worker/testing/program.ts';
import { startTestApi } from '../testing/test-api.ts';

/** Every step at which an upload is written down. */
const steps: Steps = [
  ['a part takes its slot', rowGate('INSERT', 'media.puts')],
  ['the part has arrived', rowGate('DELETE', 'media.puts')],
  ['the check begins', rowGate('UPDATE', 'media.files', "NEW.state = 'signed' AND NEW.object <> ''")],
  ['the check ends', rowGate('UPDATE', 'media.files', "NEW.state = 'checked'")],
  ['the parts are noted for removal', rowGate('INSERT', 'media.garbage')],
  ['the job is written', rowGate('INSERT', 'media.jobs')],
];

let program: Program;
/** Where the API listens that is started after the one that was killed. */
let next = Promise.withResolvers<string>();
let url: string;

async function startApi(): Promise<void> {
  program = await startProgram('api', api);
  url = `http://127.0.0.1:${program.ready.port}`;
}

const api = fixture(() => startTestApi({ projections: false }));
beforeAll(() => startApi());
afterAll(() => program?.stop());

/** Like a browser whose user retries: the same request until an API answers. */
async function insist(
  path: string,
  request: RequestInit,
): Promise<{ ec: number; em: string; data: OwnFile }> {
  for (let at = url; ; at = await next.promise) {
    try {
      const response = await fetch(at + path, request);
      return (await response.json()) as { ec: number; em: string; data: OwnFile };
    } catch {
      // It was killed under us: on to the next.
    }
  }
}

/** A fan uploads a picture; the result is the same after any crash. */
async function upload(): Promise<void> {
  const fan = await api.user();
  const bytes = await photo(400, 300);
  const authorization = `Bearer ${fan.token}`;
  const { file_id, puts } = await api.data(signUpload, { kind: 'picture', bytes: bytes.length }, fan);
  const [part] = puts;
  const sent = await insist(part?.url ?? '', {
    method: 'PUT',
    headers: { ...part?.headers, authorization },
    body: new Uint8Array(bytes),
  });
  expect(sent).toMatchObject({ ec: 200 });
  const { ec, data } = await insist(completeUpload.path, {
    method: completeUpload.method,
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ file_id }),
  });
  expect([ec, data.state, data.width]).toEqual([200, 'checked', 300]);
  expect(await api.data(completeUpload, { file_id }, fan)).toEqual(data);

  const { pool, media, config } = api.deps;
  const db = queriesOn(pool);
  const files = await db.selectFrom('media.files').select(['object', 'sha256', 'bytes']).execute();
  expect(await db.selectFrom('media.jobs').select('file_id').execute()).toHaveLength(files.length);
  // As after twenty minutes.
  await pool.query('UPDATE media.garbage SET due_at = now()');
  await removeGarbage(pool, media.store);
  const stored = readdirSync(join(config.dataDir, 'media'), { recursive: true, withFileTypes: true });
  const names = stored.flatMap((one) => (one.isFile() ? [one.name] : []));
  expect(names.sort()).toEqual(files.map(({ object }) => object).sort());
  for (const { object, sha256, bytes } of files) {
    const hash = createHash('sha256');
    for await (const chunk of await media.store.read(object)) hash.update(chunk);
    expect([hash.digest('hex'), await media.store.size(object)]).toEqual([sha256, bytes]);
  }
}

describe('an API that is killed while a picture is uploaded', () => {
  killedAtEach(steps, async () => ({
    api,
    story: upload,
    kill: () => program.kill(),
    async restart() {
      await startApi();
      next.resolve(url);
      next = Promise.withResolvers();
    },
  }));
});
