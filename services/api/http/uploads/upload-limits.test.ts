import { once } from 'node:events';
import { globSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { startTestApi } from '../../testing/test-api.ts';

const api = fixture(() => startTestApi({ projections: false }));
const creator = fixture(() => api.creator());
const finance = fixture(() => api.staff('finance'));
let picture: Buffer;
beforeAll(async () => {
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const create = { width: 800, height: 400, channels: 3, background: '#789' } as const;
  picture = await sharp({ create }).png().toBuffer();
});

interface Upload {
  url: string;
  largest: number;
}
/** Audio and video: nothing so large is sent by a test. Their limit is the same code (media/upload-forms.test.ts). */
const HUGE = 100_000_000;
/** Every call that takes a file. */
const uploads = (): Upload[] =>
  api.app.listedRoutes.flatMap(({ url, config }) =>
    config?.largest_file === undefined ? [] : [{ url, largest: config.largest_file }],
  );

/** A file of exactly this size: a picture with zeros behind its end, or lines without columns. */
const fileOf = (url: string, size: number): Buffer => {
  const isTable = /express|statement/.test(url);
  return Buffer.concat([isTable ? Buffer.from('a') : picture, Buffer.alloc(size, isTable ? 'b' : 0)], size);
};

const FIELDS = Object.entries({ identity_no: '11010519491231002X', card_side: 'FRONT' });
const part = (name: string, more = ''): string =>
  `--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`;

/**
 * Sends the file over a socket of its own, in pieces of this size.
 * @param pause after so many bytes the server reads all before more follows
 * @returns status and envelope
 */
async function send(url: string, file: Buffer, size: number, pause = file.length) {
  const { token } = url.startsWith('/api/finance') ? finance : creator;
  const fields = FIELDS.map(([name, value]) => `${part(name)}${value}\r\n`).join('');
  const head = `${fields}${part('file', '; filename="f"')}`;
  const end = '\r\n--b--\r\n';
  const { port } = api.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').setNoDelay();
  const answer = text(socket);
  socket.write(
    [
      `POST ${url} HTTP/1.1`,
      'host: localhost',
      'connection: close',
      `authorization: Bearer ${token}`,
      `content-length: ${head.length + file.length + end.length}`,
      'content-type: multipart/form-data; boundary=b',
      `\r\n${head}`,
    ].join('\r\n'),
  );
  for (const some of [file.subarray(0, pause), file.subarray(pause)]) {
    for (let from = 0; from < some.length; from += size) {
      if (!socket.write(some.subarray(from, from + size))) await once(socket, 'drain');
    }
    if (pause < file.length) await setTimeout(100);
  }
  socket.write(end);
  const [headers = '', body = ''] = (await answer).split('\r\n\r\n');
  const json = body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1);
  return { status: Number(headers.split(' ')[1]), ...(JSON.parse(json) as { ec: number; em: string }) };
}

/** All that an upload can store. */
async function storage() {
  const { rows } = await api.deps.pool.query<object>(
    `SELECT (SELECT count(*) FROM media.files) AS files,
            (SELECT count(*) FROM accounts.identity_documents) AS documents,
            (SELECT count(*) FROM accounts.vault) AS vault`,
  );
  const objects = globSync('**/*.*', { cwd: join(api.deps.config.dataDir, 'media') });
  return { ...rows[0], objects, head: await api.deps.log.head() };
}

test('every call that takes a form has a largest size', () => {
  const { paths = {} }: { paths?: Record<string, { post?: object } | undefined> } = api.app.swagger();
  // The click of a mail program is a form without a file, in either form.
  const forms = api.app.listedRoutes.filter(
    ({ schema: { consumes = [] } = {} }) =>
      consumes.includes('multipart/form-data') && !consumes.includes('application/x-www-form-urlencoded'),
  );
  expect(
    uploads()
      .map(({ url }) => url)
      .sort(),
  ).toEqual(forms.map(({ url }) => url).sort());
  expect(uploads().filter(({ url }) => paths[url]?.post === undefined)).toEqual([]);
  expect(uploads().length).toBeGreaterThanOrEqual(5);
});

test('a file up to the limit is read whole, a larger one is refused, in pieces of any size', async () => {
  for (const { url, largest } of uploads().filter(({ largest }) => largest < HUGE)) {
    for (const size of [largest - 1, largest]) {
      const { status, em } = await send(url, fileOf(url, size), 65_536);
      expect([url, size, status]).toEqual([url, size, 200]);
      expect(em).not.toContain('上传文件最大为');
    }
    const before = await storage();
    for (const [size, pieces] of [
      [largest + 1, 65_536],
      [largest + 65_536, 65_536],
      [largest * 2, 100_000],
    ] as const) {
      const answer = await send(url, fileOf(url, size), pieces, largest);
      const em = `上传文件最大为: ${largest / 1_048_576} MB`;
      expect([url, size, pieces, answer.status, answer.ec, answer.em]).toEqual([
        url,
        size,
        pieces,
        413,
        40_000,
        em,
      ]);
    }
    expect(await storage()).toEqual(before);
  }
}, 120_000);
