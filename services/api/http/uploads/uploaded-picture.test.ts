import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WATERMARK } from '#events/status.ts';
import { fixture } from '#events/testing/fixture.ts';
import { setWatermark } from '#services/contract/catalog/page-settings.ts';
import { colourAt, metadataIn, photo } from '#services/modules/media/testing/photo.ts';
import { documentOf } from '#services/modules/withdrawals/identity-documents.ts';
import { formOf } from '../../testing/form.ts';
import { sent } from '../../testing/sent.ts';
import { startTestApi } from '../../testing/test-api.ts';

const api = fixture(() => startTestApi({ projections: false }));
const creator = fixture(() => api.creator());

/** Calls that take a table or a film, not a picture. */
const OTHERS = [
  '/api/order/batch-upload-express-no',
  '/api/finance/statements',
  '/api/upload/audio',
  '/api/upload/video',
];
const FIELDS = { identity_no: '11010519491231002X', card_side: 'FRONT' };

/** All pictures that are stored: served ones, and those of identity cards. */
async function stored(): Promise<Map<string, Buffer>> {
  const { deps } = api;
  const folder = join(deps.config.dataDir, 'media');
  const names = globSync('**/*.*', { cwd: folder });
  const files = names.map((name): [string, Buffer] => [name, readFileSync(join(folder, name))]);
  const { rows } = await deps.pool.query<{ ref: string }>(
    "SELECT ref FROM accounts.vault WHERE kind = 'document'",
  );
  const texts = await deps.vault.read(rows.map(({ ref }) => ref));
  const documents = [...texts].map(([ref, text]): [string, Buffer] => [
    ref,
    Buffer.from(documentOf(text).data, 'base64'),
  ]);
  return new Map([...files, ...documents]);
}

const upload = (url: string, bytes: Buffer) => {
  const { headers, payload } = formOf(bytes, FIELDS);
  return sent(api.app, {
    method: 'POST',
    url,
    headers: { ...headers, authorization: `Bearer ${creator.token}` },
    payload,
  });
};

test.each(Object.values(WATERMARK))(
  'each picture is stored upright, without metadata (watermark %s)',
  async (watermark) => {
    await api.data(setWatermark, { watermark }, creator);
    const calls = api.app.listedRoutes
      .filter(({ config, url }) => config?.largest_file !== undefined && !OTHERS.includes(url))
      .map(({ url }) => url);
    expect(calls.length).toBeGreaterThanOrEqual(3);
    for (const [at, url] of calls.entries()) {
      const before = await stored();
      const { ec } = await upload(url, await photo(400 + 10 * (at + 10 * watermark), 300));
      const added = [...(await stored())].filter(([name]) => !before.has(name));
      expect([url, ec, added.length]).toEqual([url, 200, 1]);
      for (const [, bytes] of added) {
        expect([url, await metadataIn(bytes)]).toEqual([url, []]);
        const [above = [], below = []] = await Promise.all([colourAt(bytes, 3, 3), colourAt(bytes, 3, 380)]);
        expect([url, Math.min(...above) > 240, (below[0] ?? 255) < 15]).toEqual([url, true, true]);
      }
    }
  },
);

test('half a photo, junk behind a head, and a picture of 256 million pixels are refused by each call', async () => {
  const whole = await photo(400, 300);
  const before = await stored();
  const claim = Buffer.from(whole);
  // Height and width, in the frame header.
  claim.writeUInt32BE(0x3e803e80, claim.indexOf(Buffer.from('ffc0', 'hex')) + 5);
  for (const { url, config } of api.app.listedRoutes) {
    if (config?.largest_file === undefined || OTHERS.includes(url)) continue;
    for (const bytes of [
      whole.subarray(0, whole.length >> 1),
      Buffer.concat([whole.subarray(0, 24), Buffer.alloc(900_000)]),
      claim,
    ]) {
      const { ec, data } = await upload(url, bytes);
      expect([url, ec, data]).toMatchObject([url, 40_000, { errors: [{ field: 'file' }] }]);
    }
  }
  expect(await stored()).toEqual(before);
});
