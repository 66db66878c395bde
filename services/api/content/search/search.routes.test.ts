import { beforeAll, describe, expect, test } from 'vitest';
import { USER_STATUS } from '#events/status.ts';
import { fixture } from '#events/testing/fixture.ts';
import { editAlbum } from '#services/contract/content/albums.ts';
import {
  deletePost,
  hidePost,
  type PublishPost,
  publishPost,
  showPost,
} from '#services/contract/content/posts.ts';
import { searchAlbums, searchPosts } from '#services/contract/content/search.ts';
import { wordsOf } from '#services/contract/content/search-words.ts';
import { findPosts } from '#services/modules/content/search/find-posts.ts';
import { postSearch } from '#services/worker/processes/lists/post-search.ts';
import { orderCalls } from '../../testing/order-calls.ts';
import { certifiedCreator, publish, publishDue } from '../../testing/posting.ts';
import { savePlan, sponsorshipForm } from '../../testing/shop.ts';
import { startTestApi, type TestUser } from '../../testing/test-api.ts';

const api = fixture(startTestApi);
const titlesOf = async (q: string, as?: TestUser, more: object = {}): Promise<string[]> =>
  (await api.data(searchPosts, { q, per_page: 20, ...more }, as)).list.map(({ title }) => title);
/** All pages. */
async function allOf(q: string, as?: TestUser, user_id?: string, per_page = 3): Promise<string[]> {
  const found: string[] = [];
  for (let publish_sn = 0; ; ) {
    const { list, has_more } = await api.data(searchPosts, { q, user_id, publish_sn, per_page }, as);
    found.push(...list.map(({ post_id }) => post_id));
    expect(list.length).toBe(has_more ? per_page : list.length);
    if (!has_more) return found;
    publish_sn = list.at(-1)?.publish_sn ?? 0;
  }
}

describe('hits are those of LIKE', () => {
  let seed = 20_261_130;
  const below = (end: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((seed / 0x7fffffff) * end) % end;
  };
  const ALPHABET = [...'春夏秋冬猫的ab1 '];
  const words = (most: number): string =>
    Array.from({ length: 1 + below(most) }, () => ALPHABET[below(ALPHABET.length)] ?? '').join('');
  const SOON = Math.floor(Date.now() / 1_000) + 3_600;
  const AUDIENCES: Partial<PublishPost>[] = [
    { audience: 'all' },
    { audience: 'all' },
    { audience: 'members' },
    { audience: 'price', min_price: '10.00' },
    { audience: 'price', min_price: '9999.00' },
    { audience: 'self' },
    { audience: 'members', public_time: SOON },
  ];
  let creator: TestUser;
  let other: TestUser;
  let member: TestUser;
  let stranger: TestUser;
  const posts: {
    post_id: string;
    sn: number;
    author: string;
    terms: Partial<PublishPost>;
    hidden: boolean;
  }[] = [];

  beforeAll(async () => {
    [creator, other] = [await certifiedCreator(api), await certifiedCreator(api)];
    [member, stranger] = [await api.user(), await api.user()];
    const { plan_id } = await savePlan(api, creator, sponsorshipForm);
    await orderCalls(api, member).buy({ plan_id });
    for (let n = 0; n < 120; n += 1) {
      const author = n % 4 === 0 ? other : creator;
      const terms = AUDIENCES[below(AUDIENCES.length)] ?? {};
      const text = { title: words(6), preview_text: words(6), content: `x${words(40)}` };
      const made = await publish(api, author, { ...terms, ...text });
      const { post_id } = made;
      // Some are changed, hidden, or deleted later.
      if (n % 9 === 0)
        await api.data(publishPost, { post_id, ...terms, ...text, content: `y${words(40)}` }, author);
      if (n % 11 === 0) await api.data(hidePost, { post_id }, author);
      if (n % 13 === 0) await api.data(deletePost, { post_id }, author);
      if (n % 13 !== 0)
        posts.push({ post_id, sn: made.publish_sn, author: author.user_id, terms, hidden: n % 11 === 0 });
    }
    // What opens by time is open now.
    const { clock } = api.deps;
    clock.setOffset(clock.offset + 3_700_000);
    await api.projected();
  });

  /** By the rules of access, without the product's own. */
  function rightsOf(viewer: TestUser | undefined) {
    return posts.flatMap(({ post_id, sn, author, terms, hidden }) => {
      const own = author === viewer?.user_id;
      if (hidden || (terms.audience === 'self' && !own)) return [];
      const isMember = viewer === member && author === creator.user_id;
      const reads =
        own ||
        terms.audience === 'all' ||
        terms.public_time === SOON ||
        (isMember && (terms.audience === 'members' || terms.min_price === '10.00'));
      return [{ post_id, author, sn, reads }];
    });
  }

  /** @param of whose posts; undefined: all */
  async function like(q: string, viewer: TestUser | undefined, of?: TestUser): Promise<string[]> {
    const rights = rightsOf(viewer).filter(({ author }) => of === undefined || author === of.user_id);
    const { rows } = await api.deps.pool.query<{ post_id: string }>(
      `SELECT post_id FROM unnest($1::text[], $2::bigint[], $3::boolean[]) AS p (post_id, sn, reads)
         JOIN rm.posts r USING (post_id) JOIN content.texts t USING (post_id, text_hash)
        WHERE (SELECT bool_and(regexp_replace(title, '\\s+', ' ', 'g') || E'\\n' || preview_text || E'\\n'
                 || CASE WHEN reads THEN content ELSE '' END LIKE '%' || word || '%')
                 FROM unnest($4::text[]) word)
        ORDER BY p.sn DESC`,
      [
        rights.map(({ post_id }) => post_id),
        rights.map(({ sn }) => sn),
        rights.map(({ reads }) => reads),
        wordsOf(q),
      ],
    );
    return rows.map(({ post_id }) => post_id);
  }

  test('for each kind of reader, on every page, by the newest texts and by the index', async () => {
    let hits = 0;
    for (let n = 0; n < 60; n += 1) {
      const q = n % 5 === 0 ? `${words(3)} ${words(2)}` : words(4).trim().padEnd(2, '猫');
      for (const viewer of [undefined, stranger, member, creator, other]) {
        const wanted = wordsOf(q).some((word) => word.length > 1) ? await like(q, viewer) : [];
        hits += wanted.length;
        expect([q, await allOf(q, viewer)]).toEqual([q, wanted]);
        const of = n % 2 === 0 ? creator : other;
        const own = wanted.length === 0 ? [] : await like(q, viewer, of);
        expect([q, await allOf(q, viewer, of.user_id)]).toEqual([q, own]);
        for (const looked of [1, 30])
          for (const creator_id of looked === 1 ? ['', of.user_id] : ['']) {
            const { rows } = await findPosts(
              api.deps.pool,
              {
                words: wordsOf(q),
                viewer: viewer?.user_id ?? '',
                at: api.deps.clock.now(),
                before: 0,
                most: 200,
                since: 0,
                hidden_ids: [],
                creator_id,
              },
              { posts: looked, bytes: 1_000_000 },
            );
            const found = rows.map(({ post_id }) => post_id);
            expect([q, looked, creator_id, found]).toEqual([
              q,
              looked,
              creator_id,
              creator_id === '' ? wanted : own,
            ]);
          }
      }
    }
    expect(hits).toBeGreaterThan(500);
  });
});

describe('what is found', () => {
  let creator: TestUser;
  beforeAll(async () => {
    creator = await certifiedCreator(api);
  });

  test('an excerpt has the hit with its context; of a locked post only what is public', async () => {
    const content = `${'前'.repeat(60)}独角兽出现${'后'.repeat(90)}`;
    await publish(api, creator, { title: '第一篇', content });
    const [open] = (await api.data(searchPosts, { q: '独角兽' })).list;
    expect(open?.excerpt).toMatch(/^…前{24}独角兽出现后+…$/);
    await publish(api, creator, { title: '独角兽', preview_text: '预告', content, audience: 'members' });
    const [locked] = (await api.data(searchPosts, { q: '独角兽' })).list;
    expect(locked).toMatchObject({ title: '独角兽', excerpt: '预告', has_right: false });
  });

  test('width, case and accents make no difference; wildcards are characters', async () => {
    await publish(api, creator, { title: 'Ｃａｆé 100%_\\', content: '咖啡 é' });
    for (const q of ['cafe', 'ＣＡＦÉ', '100%_\\', '%_', '咖啡'])
      expect([q, await titlesOf(q)]).toEqual([q, ['Ｃａｆé 100%_\\']]);
    expect(await titlesOf('c_fe')).toEqual([]);
    expect(await titlesOf('%%')).toEqual([]);
  });

  test('a new text at once, and the old one no more', async () => {
    const { post_id } = await publish(api, creator, { title: '改前文字', content: '旧的内容在此' });
    await api.data(publishPost, { post_id, title: '改后文字', content: '新的内容在此' }, creator);
    expect(await titlesOf('旧的内容')).toEqual([]);
    expect(await titlesOf('改前')).toEqual([]);
    expect(await titlesOf('新的内容')).toEqual(['改后文字']);
  });

  test('no text that becomes locked, and one that opens', async () => {
    const text = { title: '秘密的题', content: '不可说的事情' };
    const { post_id } = await publish(api, creator, text);
    expect(await titlesOf('不可说')).toEqual(['秘密的题']);
    await api.data(publishPost, { post_id, ...text, audience: 'members' }, creator);
    expect(await titlesOf('不可说')).toEqual([]);
    expect(await titlesOf('不可说', creator)).toEqual(['秘密的题']);
    expect(await titlesOf('秘密的')).toEqual(['秘密的题']);
    await api.data(publishPost, { post_id, ...text }, creator);
    expect(await titlesOf('不可说')).toEqual(['秘密的题']);
  });

  test('no hidden or deleted post, nor any of a creator who is not shown', async () => {
    const hidden = await certifiedCreator(api);
    const { post_id } = await publish(api, hidden, { title: '消失的帖子', content: '消失的正文' });
    const texts = ['消失的帖', '消失的正文'];
    const found = async () => {
      await api.projected();
      return Promise.all(texts.map(async (q) => (await titlesOf(q)).length));
    };
    expect(await found()).toEqual([1, 1]);
    await api.data(hidePost, { post_id }, hidden);
    expect(await found()).toEqual([0, 0]);
    await api.data(showPost, { post_id }, hidden);
    expect(await found()).toEqual([1, 1]);
    const status = (to: number) =>
      api.deps.pool.query('UPDATE accounts.users SET status = $2 WHERE id = $1', [hidden.user_id, to]);
    await status(USER_STATUS.hidden);
    expect(await found()).toEqual([0, 0]);
    await status(USER_STATUS.shown);
    await api.data(deletePost, { post_id }, hidden);
    expect(await found()).toEqual([0, 0]);
    const { rowCount } = await api.deps.pool.query('SELECT FROM content.search_posts WHERE post_id = $1', [
      post_id,
    ]);
    expect(rowCount).toBe(0);
  });

  test('what the worker published, or what a request left', async () => {
    const { pool, committer, clock } = api.deps;
    const at = Math.floor(clock.now() / 1_000) + 3_600;
    const { post_id } = await publish(api, creator, {
      title: '定时的帖子',
      content: '定时正文',
      publish_time: at,
    });
    expect(await titlesOf('定时的')).toEqual([]);
    clock.setOffset(clock.offset + 3_601_000);
    await publishDue(api, post_id, at * 1_000);
    await api.projected();
    const process = postSearch({ pool, committer });
    const timer = { key: post_id, due_at: 0, attempts: 0, data: {} };
    expect(await process.fire(timer, clock.now())).toBe('done');
    expect(await titlesOf('定时的')).toEqual(['定时的帖子']);
    await pool.query('DELETE FROM content.search_posts WHERE post_id = $1', [post_id]);
    expect(await titlesOf('定时的')).toEqual([]);
    await process.fire(timer, clock.now());
    expect(await titlesOf('定时的')).toEqual(['定时的帖子']);
  });

  test('only of the last days', async () => {
    await publish(api, creator, { title: '上周的日记', content: '上周' });
    const { clock } = api.deps;
    clock.setOffset(clock.offset + 8 * 86_400_000);
    await publish(api, creator, { title: '今天的日记', content: '今天' });
    expect(await titlesOf('的日记')).toEqual(['今天的日记', '上周的日记']);
    expect(await titlesOf('的日记', undefined, { days: 7 })).toEqual(['今天的日记']);
  });
});

describe('bad input', () => {
  test.each(['', ' ', '猫', 'a b', '😀'])('%j is too short for texts of posts', async (q) => {
    expect(await api.data(searchPosts, { q })).toMatchObject({ list: [], has_more: false, too_short: true });
  });
  test.each([
    { q: 'a\0b' },
    { q: '猫猫', publish_sn: -1 },
    { q: '猫猫', publish_sn: 'x' },
    { q: '猫猫', publish_sn: 1.5 },
    { q: '猫猫', per_page: 1_000 },
    { q: '猫猫', days: 8 },
  ])('%j is refused', async (input) => {
    expect((await api.send(searchPosts, input)).ec).toBe(40000);
  });
  test('10,000 characters are refused', async () => {
    expect((await api.send(searchPosts, { q: '猫'.repeat(10_000) })).ec).toBe(40000);
  });
  test('a changed cursor only shows other public hits', async () => {
    for (const publish_sn of [1, 7, 999_999_999_999])
      expect(await api.send(searchPosts, { q: '猫猫', publish_sn })).toMatchObject({ ec: 200 });
  });
  test('the longest search with many words is answered', async () => {
    const q = Array.from({ length: 33 }, (_, n) => `猫${n % 10}`)
      .join(' ')
      .slice(0, 100);
    expect(await titlesOf(q)).toEqual([]);
  });
});

test('albums are found by title and description, hidden ones by nobody else', async () => {
  const creator = await certifiedCreator(api);
  const save = (body: { title: string; content: string; status?: 3 }) => api.data(editAlbum, body, creator);
  await save({ title: '水彩练习', content: '每周一张 Watercolour' });
  await save({ title: '水彩秘密', content: '', status: 3 });
  await api.projected();
  const found = async (q: string) => {
    const { list, total_count } = await api.data(searchAlbums, { q });
    expect(list.length).toBe(total_count);
    return list.map(({ title }) => title);
  };
  for (const q of ['水', '水彩', 'WATERCOLOUR', '练习 每周'])
    expect([q, await found(q)]).toEqual([q, ['水彩练习']]);
  expect(await found('')).toEqual([]);
  expect(await found('油画')).toEqual([]);
});
