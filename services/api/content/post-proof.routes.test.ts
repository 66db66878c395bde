import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { fixture, temporaryFolder } from '#events/testing/fixture.ts';
import { checkFile, type ProofFile, readProofFile } from '#services/contract/audit/proof-file.ts';
import { getPostProof } from '#services/contract/content/access.ts';
import { openSealer } from '#services/modules/audit/seal.ts';
import { sealNext } from '#services/modules/audit/seals.ts';
import { secretsOf } from '#services/runtime/secrets.ts';
import { certifiedCreator, publish } from '../testing/posting.ts';
import { startTestApi } from '../testing/test-api.ts';

const api = fixture(startTestApi);
const folder = temporaryFolder();
const creator = fixture(() => certifiedCreator(api));

/** Seals the whole log. */
async function sealAll(): Promise<void> {
  const { pool, log, clock } = api.deps;
  await sealNext(pool, openSealer(secretsOf(api.databaseUrl).ring('log-sealing')), clock, await log.head());
}

/** The independent script, and the browsers' code. */
async function verdicts(file: ProofFile, public_key: string): Promise<[boolean, boolean]> {
  const script = fileURLToPath(new URL('../../../ops/audit/check-proof.mjs', import.meta.url));
  const [proof, key] = [join(folder.path, 'post.json'), join(folder.path, 'key.pem')];
  writeFileSync(proof, JSON.stringify(file));
  writeFileSync(key, public_key);
  const { status } = spawnSync(process.execPath, [script, proof, key]);
  const read = readProofFile(JSON.stringify(file));
  return [status === 0, read !== undefined && (await checkFile(read, public_key)).proven];
}

test('the publication of a post is proven with its text; another text, salt, time or post is not', async () => {
  const { post_id } = await publish(api, creator, { content: '第一版\nFirst', preview_text: 'Teaser' });
  const other = await publish(api, creator, { content: 'Another' });
  const early = await api.data(getPostProof, { post_id }, creator);
  expect(early).toMatchObject({ waiting: 1, file: { proofs: [], texts: [] } });
  await sealAll();
  const { file, public_key, waiting } = await api.data(getPostProof, { post_id }, creator);
  expect([waiting, file.proofs.map(({ event }) => event.type)]).toEqual([0, ['PostPublished']]);
  expect(file.texts).toMatchObject([{ content: '第一版\nFirst', preview_text: 'Teaser', form: 2 }]);
  expect(await verdicts(file, public_key)).toEqual([true, true]);

  const [text] = file.texts ?? [];
  const [proof] = file.proofs;
  if (!text || !proof) throw new Error('no proof');
  const foreign = await api.data(getPostProof, { post_id: other.post_id }, creator);
  const forged: ProofFile[] = [
    { ...file, texts: [{ ...text, content: '第一版\nfirst' }] },
    { ...file, texts: [{ ...text, title: 'T' }] },
    { ...file, texts: [{ ...text, salt: `${text.salt}0` }] },
    { ...file, texts: [{ ...text, form: 1 }] },
    // The same bytes in other fields.
    { ...file, texts: [{ ...text, content: '', rich: text.content }] },
    { ...file, about: { kind: 'post', post_id: other.post_id } },
    { ...file, texts: [text, ...(foreign.file.texts ?? [])] },
    { ...file, proofs: [{ ...proof, event: { ...proof.event, recorded_at: '1' } }] },
    { ...file, proofs: [] },
  ];
  for (const one of forged) expect(await verdicts(one, public_key)).toEqual([false, false]);

  await publish(api, creator, { post_id, content: 'Second' });
  await sealAll();
  const edited = await api.data(getPostProof, { post_id }, creator);
  expect(edited.file.proofs.map(({ event }) => event.type)).toEqual(['PostPublished', 'PostTextChanged']);
  expect(edited.file.texts?.map(({ content }) => content)).toEqual(['第一版\nFirst', 'Second']);
  expect(await verdicts(edited.file, public_key)).toEqual([true, true]);
});

test('an article is proven with its document', async () => {
  const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
  const rich = JSON.stringify({
    type: 'doc',
    content: [paragraph('Open'), { type: 'paywall' }, paragraph('付费')],
  });
  const { post_id } = await publish(api, creator, { type: 1, title: '标题', rich, preview_text: 'Teaser' });
  await sealAll();
  const { file, public_key } = await api.data(getPostProof, { post_id }, creator);
  // As it is downloaded.
  const downloaded: ProofFile = JSON.parse(JSON.stringify(file, null, 2));
  expect(await verdicts(downloaded, public_key)).toEqual([true, true]);
  const [text] = file.texts ?? [];
  if (!text) throw new Error('no text');
  expect(text.rich).toContain('付费');
  for (const forged of [
    { ...text, rich: text.rich.replace('付费', '免费') },
    { ...text, media: '{}' },
  ])
    expect(await verdicts({ ...file, texts: [forged] }, public_key)).toEqual([false, false]);
});

test('the proof has the salt, so only the creator gets it, of a published post', async () => {
  const { post_id } = await publish(api, creator, { content: 'Hello' });
  const hour = Math.floor(api.deps.clock.now() / 1_000) + 3_600;
  const scheduled = await publish(api, creator, { publish_time: hour });
  const codeOf = async (as: Parameters<typeof api.call>[2], id = post_id) =>
    (await api.call(getPostProof, { post_id: id }, as)).ec;
  expect(await codeOf(undefined)).toBe(40100);
  expect(await codeOf(await certifiedCreator(api))).toBe(40400);
  expect(await codeOf(await api.user())).not.toBe(200);
  expect(await codeOf(creator, scheduled.post_id)).toBe(40902);
  expect(await codeOf(creator)).toBe(200);
});
