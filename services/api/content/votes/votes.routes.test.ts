import { expect, test } from 'vitest';
import type { DataOf } from '#events/registry.ts';
import { fixture } from '#events/testing/fixture.ts';
import { checkFile } from '#services/contract/audit/proof-file.ts';
import { previewPost } from '#services/contract/content/drafts.ts';
import { deletePost, getPost, hidePost, publishPost } from '#services/contract/content/posts.ts';
import { castVote, editVote, getBallotProof, getVote, type Vote } from '#services/contract/content/votes.ts';
import { openSealer } from '#services/modules/audit/seal.ts';
import { sealNext } from '#services/modules/audit/seals.ts';
import { secretsOf } from '#services/runtime/secrets.ts';
import { postFiles } from '#services/worker/processes/post-files.ts';
import { votes } from '#services/worker/processes/votes.ts';
import { certifiedCreator, publish } from '../../testing/posting.ts';
import { readyFile } from '../../testing/ready-files.ts';
import { startTestApi, type TestUser } from '../../testing/test-api.ts';
import { multiple, publishVote, voter } from '../../testing/voting.ts';

const api = fixture(startTestApi);
const creator = fixture(() => certifiedCreator(api));

const asks = { ...multiple, options: [...multiple.options] };
const shown = async (vote_id: string, as?: TestUser): Promise<Vote> => {
  await api.projected();
  return (await api.data(getVote, { vote_id }, as)).vote;
};
const countsOf = ({ options }: Vote) => options.map(({ count, percent }) => [count, percent]);
const codeOf = async (vote_id: string, vote: string[], as?: TestUser) =>
  (await api.send(castVote, { vote_id, vote }, as)).ec;
const seconds = () => Math.floor(api.deps.clock.now() / 1_000);

test('a vote has four states: the creator previews, readers vote and then see the counts', async () => {
  const { post_id: vote_id, vote } = await publishVote(api, creator);
  expect(vote).toMatchObject({
    vote_id,
    post_id: vote_id,
    title: asks.title,
    chosen_type: 2,
    most: 2,
    deadline: -1,
    result_total: 0,
    state: 'edit',
    options: [
      { value: '1', name: 'A', count: 0 },
      { value: '2', name: 'B', count: 0 },
      { value: '3', name: 'C', count: 0 },
    ],
  });
  const [fan, other] = [await voter(api), await voter(api)];
  const before = await shown(vote_id, fan);
  expect([before.state, countsOf(before)[0]]).toEqual(['before', [null, null]]);
  const { vote: after } = await api.data(castVote, { vote_id, vote: ['3', '1'] }, fan);
  expect([after.state, after.my_vote, after.result_total]).toEqual(['after', ['1', '3'], 1]);
  await api.data(castVote, { vote_id, vote: ['1'] }, other);
  const both = await shown(vote_id, fan);
  expect(countsOf(both)).toEqual([
    [2, 1],
    [0, 0],
    [1, 0.5],
  ]);
  expect((await api.data(getPost, { post_id: vote_id }, fan)).post.vote).toEqual(both);
  const guest = await shown(vote_id);
  expect([guest.state, guest.my_vote, guest.result_total]).toEqual(['before', [], 2]);
  expect((await shown(vote_id, creator)).state).toBe('edit');
  // The same again, another one, and the creator's.
  expect(await codeOf(vote_id, ['1', '3'], fan)).toBe(200);
  expect(await codeOf(vote_id, ['2'], fan)).toBe(40902);
  expect(await codeOf(vote_id, ['2'], creator)).toBe(40902);
  expect(await codeOf(vote_id, ['2'])).toBe(40100);
  expect((await shown(vote_id, fan)).result_total).toBe(2);
});

test('at its deadline a vote is finished: nobody votes, everybody sees the stated result', async () => {
  const { post_id: vote_id } = await publishVote(api, creator, { deadline: seconds() + 600 });
  const [fan, late] = [await voter(api), await voter(api)];
  await api.data(castVote, { vote_id, vote: ['2'] }, fan);
  const { clock, pool, committer, log } = api.deps;
  clock.setOffset(clock.offset + 601_000);
  expect(await codeOf(vote_id, ['2'], late)).toBe(40902);
  const seen = await shown(vote_id);
  expect([seen.state, seen.finished, countsOf(seen)[1]]).toEqual(['finished', true, [1, 1]]);
  const process = votes({ pool, committer });
  const fire = (data: Record<string, number>) =>
    process.fire({ key: vote_id, due_at: 0, attempts: 0, data }, clock.now());
  expect(await fire({})).toBe('done');
  const events = await log.readStream(`vote-${vote_id}`);
  const ended = events.at(-1);
  if (!ended) throw new Error('no end');
  expect(process.timerFor(ended)).toMatchObject({ set: { data: { ended: ended.position } } });
  await api.projected();
  expect(await fire({ ended: ended.position })).toBe('done');
  const closed = (await log.readStream(`vote-${vote_id}`)).at(-1);
  expect(closed).toMatchObject({
    type: 'VoteClosed',
    data: { ballots: 1, counts: [{ count: 0 }, { option: '2', count: 1 }, { count: 0 }] },
  });
  if (!closed) throw new Error('no result');
  const { through } = closed.data as DataOf<'VoteClosed'>; // by its type
  expect(through).toBeGreaterThanOrEqual(ended.position);
});

test('who cannot read a post sees no vote and cannot vote', async () => {
  const fan = await voter(api);
  const { post_id: vote_id } = await publish(api, creator, { audience: 'members', vote: asks });
  await api.projected();
  expect((await api.data(getPost, { post_id: vote_id }, fan)).post.vote).toBeNull();
  expect((await api.call(getVote, { vote_id }, fan)).ec).toBe(40300);
  expect(await codeOf(vote_id, ['1'], fan)).toBe(40300);
  const { post_id } = await publishVote(api, creator);
  await api.data(hidePost, { post_id }, creator);
  await api.projected();
  expect(await codeOf(post_id, ['1'], fan)).toBe(40400);
  const plain = await publish(api, creator);
  await api.projected();
  for (const id of [plain.post_id, 'nothing']) {
    expect((await api.call(getVote, { vote_id: id }, fan)).ec).toBe(40400);
    expect(await codeOf(id, ['1'], fan)).toBe(40400);
  }
});

test('new accounts, and programs that vote quickly, are stopped', async () => {
  const { post_id: vote_id } = await publishVote(api, creator);
  const young = await api.user();
  const refused = await api.call(castVote, { vote_id, vote: ['1'] }, young);
  expect([refused.ec, refused.data.errors?.[0]?.field]).toEqual([40000, 'vote']);
  const fan = await voter(api);
  const codes = new Set<number>();
  for (let n = 0; n < 31; n += 1) codes.add(await codeOf(vote_id, ['1'], fan));
  expect([...codes]).toEqual([200, 42900]);
  expect((await shown(vote_id, creator)).result_total).toBe(1);
});

test('a vote is edited until its post is published', async () => {
  const publish_time = seconds() + 3_600;
  const { post_id } = await publish(api, creator, { publish_time, vote: asks });
  const changed = { ...asks, title: '下一期写什么？', chosen_type: 1 as const };
  const { vote } = await api.data(editVote, { post_id, vote: changed }, creator);
  expect(vote).toMatchObject({ title: '下一期写什么？', chosen_type: 1, most: 1, state: 'edit' });
  expect((await api.data(editVote, { post_id, vote: null }, creator)).vote).toBeNull();
  await api.data(editVote, { post_id, vote: changed }, creator);
  const published = await api.data(publishPost, { post_id, content: 'Now' }, creator);
  expect(published.post.vote?.title).toBe('下一期写什么？');
  expect((await api.call(editVote, { post_id, vote: null }, creator)).ec).toBe(40902);
  const other = await api.call(publishPost, { post_id, content: 'Now', vote: asks }, creator);
  expect([other.ec, other.data.errors?.[0]?.field]).toEqual([40000, 'vote']);
  expect((await api.call(editVote, { post_id, vote: null }, await certifiedCreator(api))).ec).toBe(40400);
  const { rows } = await api.deps.pool.query('SELECT title FROM content.votes WHERE post_id = $1', [post_id]);
  expect(rows.some(({ title }) => title === asks.title && rows.length > 3)).toBe(false);
});

test('options that look the same, too few or too many, and blank ones are refused by field', async () => {
  const options = (...names: string[]) => ({ ...asks, options: names.map((name) => ({ name })) });
  const bad = [
    [options('A'), 'vote.options'],
    [options(...Array.from({ length: 21 }, (_, n) => `${n}`)), 'vote.options'],
    [options('A', 'Ａ'), 'vote.options.1.name'],
    [options('A', ' '), 'vote.options.1.name'],
    [options('A', 'x'.repeat(41)), 'vote.options.1.name'],
    [{ ...asks, title: ' ' }, 'vote.title'],
    [{ ...asks, deadline: seconds() - 1 }, 'vote.deadline'],
  ] as const;
  for (const [vote, field] of bad) {
    const { ec, data } = await api.send(publishPost, { content: 'x', vote }, creator);
    expect([ec, data.errors?.[0]?.field]).toEqual([40000, field]);
  }
});

test('a person proves the own ballot, and nobody else’s', async () => {
  const { post_id: vote_id } = await publishVote(api, creator);
  const [fan, other] = [await voter(api), await voter(api)];
  await api.data(castVote, { vote_id, vote: ['2'] }, fan);
  const { pool, log, clock } = api.deps;
  expect((await api.data(getBallotProof, { vote_id }, fan)).waiting).toBe(2);
  await sealNext(pool, openSealer(secretsOf(api.databaseUrl).ring('log-sealing')), clock, await log.head());
  const { file, waiting } = await api.data(getBallotProof, { vote_id }, fan);
  expect([waiting, file.proofs.map(({ event }) => event.type)]).toEqual([0, ['VoteCreated', 'BallotCast']]);
  expect(JSON.parse(file.proofs[1]?.event.data ?? '{}')).toMatchObject({ options: ['2'] });
  expect((await api.call(getBallotProof, { vote_id }, other)).ec).toBe(40400);
});

test('the proof says what was asked and chosen, and fails for any other text', async () => {
  const fan = await voter(api);
  const { post_id: vote_id } = await publishVote(api, creator);
  await api.data(castVote, { vote_id, vote: ['2'] }, fan);
  const { pool, log, clock } = api.deps;
  await sealNext(pool, openSealer(secretsOf(api.databaseUrl).ring('log-sealing')), clock, await log.head());
  const { file, public_key } = await api.data(getBallotProof, { vote_id }, fan);
  const { vote: text } = file;
  if (!text) throw new Error('the file has no text');
  const { vote, proven } = await checkFile(file, public_key);
  expect([proven, vote?.title, vote?.options]).toEqual([
    true,
    asks.title,
    [
      { name: 'A', chosen: false },
      { name: 'B', chosen: true },
      { name: 'C', chosen: false },
    ],
  ]);
  for (const other of [
    { ...text, title: 'Other' },
    { ...text, names: ['B', 'A', 'C'] },
    { ...text, names: text.names.slice(1) },
    { ...text, salt: `${text.salt}0` },
    { ...text, pics: ['a', 'b', 'c'] },
  ])
    expect((await checkFile({ ...file, vote: other }, public_key)).proven).toBe(false);
  // What was asked is a part of the post: who cannot read it any more has the ballot alone.
  await api.data(publishPost, { post_id: vote_id, content: 'x', audience: 'members' }, creator);
  await api.projected();
  expect((await api.data(getBallotProof, { vote_id }, fan)).file.vote).toBeUndefined();
});

test('options have pictures of the creator, which others see with the right to read', async () => {
  const fan = await api.user();
  const [{ file_id: pic }, { file_id: foreign }, { file_id: video }] = [
    await readyFile(api, creator),
    await readyFile(api, fan),
    await readyFile(api, creator, 'video'),
  ];
  const vote = { ...asks, options: [{ name: 'A', pic }, { name: 'B' }] };
  for (const wrong of [foreign, video, 'nothing']) {
    const options = [{ name: 'A' }, { name: 'B', pic: wrong }];
    const { ec, data } = await api.call(publishPost, { content: 'x', vote: { ...asks, options } }, creator);
    expect([ec, data.errors?.[0]?.field]).toEqual([40000, 'vote.options.1.pic']);
  }
  const { post_id: vote_id } = await publishVote(api, creator, vote);
  const locked = await publishVote(api, creator, vote);
  const picsOf = async (id: string, as?: TestUser) => {
    const { options } = await shown(id, as);
    return options.map((one) => one.pic?.file_id ?? null);
  };
  for (const as of [undefined, fan, creator]) expect(await picsOf(vote_id, as)).toEqual([pic, null]);
  const address = (await shown(vote_id)).options[0]?.pic?.url ?? '';
  expect(address).toContain(pic);
  const uses = async () =>
    (
      await api.deps.pool.query<{ used_by: string }>(
        'SELECT used_by FROM media.uses WHERE file_id = $1 ORDER BY used_by',
        [pic],
      )
    ).rows.map(({ used_by }) => used_by);
  const both = [`vote:${vote_id}`, `vote:${locked.post_id}`].sort();
  expect(await uses()).toEqual(both);
  // What a crash left undone the worker writes.
  await api.deps.pool.query('DELETE FROM media.uses WHERE file_id = $1', [pic]);
  const { pool, clock, committer } = api.deps;
  const timer = (key: string) => ({ key, due_at: 0, attempts: 0, data: {} });
  for (const id of [vote_id, locked.post_id])
    await postFiles({ pool, clock, committer }).fire(timer(id), clock.now());
  expect(await uses()).toEqual(both);
  await api.data(publishPost, { post_id: locked.post_id, content: 'x', audience: 'members' }, creator);
  await api.projected();
  expect((await api.data(getPost, { post_id: locked.post_id }, fan)).post.vote).toBeNull();
  await api.data(deletePost, { post_id: vote_id }, creator);
  expect(await uses()).toEqual([`vote:${locked.post_id}`]);
});

test('a preview has the vote that is not saved yet, for those who could read the post', async () => {
  const { file_id: pic } = await readyFile(api, creator);
  const { file_id: foreign } = await readyFile(api, await api.user());
  const vote = {
    ...asks,
    options: [
      { name: ' A ', pic },
      { name: 'B', pic: foreign },
    ],
  };
  const preview = async (audience: 'all' | 'members') =>
    (await api.data(previewPost, { body: { content: 'x', audience, vote }, as: 'guest' }, creator)).post;
  expect((await preview('all'))?.vote).toMatchObject({
    title: asks.title,
    state: 'before',
    result_total: 0,
    options: [
      { name: 'A', pic: { file_id: pic }, count: null },
      { name: 'B', pic: null },
    ],
  });
  expect((await preview('members'))?.vote).toBeNull();
});
