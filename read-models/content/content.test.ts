import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AccessTerms, AlbumTerms, ContentEvent, PostKind } from '#events/content.ts';
import { asPlanId, asSkuId, asUserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import type { DataOf, DomainEvent } from '#events/registry.ts';
import { ALBUM_STATUS } from '#events/status.ts';
import { albumStream, goalStream, postStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { DAY_MS } from '#events/time.ts';
import { orderFacts } from '../orders/order-facts.ts';
import { readModelDatabase } from '../testing/database.ts';
import { fates, plainFate, type Step, stepOf, stepsOf } from '../testing/history.ts';
import { acts, membershipSteps } from '../testing/membership-history.ts';
import { plansOf } from '../testing/plans.ts';
import { accessAt } from './access.ts';
import { openedAlbums } from './albums/opened.ts';
import { albumById, albumsOf, placeInAlbum, postsOfAlbum } from './albums/queries.ts';
import { grants } from './grants/projection.ts';
import { openedPosts } from './opened.ts';
import { postReaders } from './post-readers.ts';
import { posts } from './projection.ts';
import { type PostFound, postById, postsOf, readersOf } from './queries.ts';
import { readablePosts } from './readable-posts.ts';
import { termsChange } from './terms-change.ts';

const database = fixture(readModelDatabase);

const START = Date.parse('2025-12-31T16:00:00Z');
const everybody: AccessTerms = { audience: { to: 'all' }, window: 'now', public_at: null, goal_id: null };

interface PlannedPost {
  post_id: string;
  creator_id: string;
  terms: AccessTerms;
  at: number;
  kind?: PostKind;
}

function published({ post_id, creator_id, terms, at, kind = 'post' }: PlannedPost): Step[] {
  const post = { post_id, creator_id: asUserId(creator_id) };
  const events: ContentEvent[] = [
    { type: 'PostCreated', data: { ...post, kind } },
    { type: 'PostPublished', data: { ...post, terms, text_hash: 'a' } },
  ];
  return events.map((event) => stepOf(postStream(post_id), creator_id, event, at));
}

interface PlannedAlbum {
  album_id: string;
  creator_id: string;
  terms: AlbumTerms;
  post_ids: string[];
  hidden: boolean;
  /** Deleted in the end. */
  deleted: boolean;
  at: number;
}

/** The album begins with other terms, another status and further posts. */
function madeAlbum(
  { album_id, creator_id, terms, post_ids, hidden, deleted, at }: PlannedAlbum,
  others: string[],
) {
  const album = { album_id, creator_id: asUserId(creator_id) };
  const placed = [...others, ...post_ids].map((post_id, n) => ({ post_id, rank: n + 1 }));
  const first = { status: ALBUM_STATUS[hidden ? 'normal' : 'hidden'], terms: { plan_ids: [], skus: [] } };
  const events: ContentEvent[] = [
    { type: 'AlbumCreated', data: { ...album, ...first } },
    { type: 'AlbumPostsChanged', data: { ...album, added: placed, moved: [], removed: [] } },
    { type: 'AlbumTermsChanged', data: { ...album, terms } },
    { type: 'AlbumPostsChanged', data: { ...album, added: [], moved: [], removed: others } },
    { type: 'AlbumStatusChanged', data: { ...album, status: ALBUM_STATUS[hidden ? 'hidden' : 'normal'] } },
    ...(deleted ? [{ type: 'AlbumDeleted' as const, data: album }] : []),
  ];
  return events.map((event) => stepOf(albumStream(album_id), creator_id, event, at));
}

/** What one order gives, from all events of the history: the plain model of `grants`. */
function plainGrants(steps: readonly Step[]) {
  // As it is written: each data belongs to its type.
  const events = steps.map(({ event }) => event as DomainEvent & Pick<Step['event'], 'metadata'>);
  const revoked = new Map(
    events.flatMap((event) =>
      event.type === 'MembershipRevoked' ? [[event.data.out_trade_no, event.metadata.at] as const] : [],
    ),
  );
  return events.flatMap(({ type, data, metadata }) => {
    if (type !== 'MembershipStarted' && type !== 'MembershipExtended' && type !== 'MembershipUpgraded')
      return [];
    let { from, until } = data;
    let cut = revoked.get(data.out_trade_no) ?? Number.POSITIVE_INFINITY;
    for (const one of events.slice(events.findIndex((event) => event.data === data) + 1)) {
      if (one.type === 'MembershipRevoked') {
        const moved = one.data.moved.find(({ out_trade_no }) => out_trade_no === data.out_trade_no);
        if (moved) ({ from, until } = moved);
      }
      const replaced =
        one.type === 'MembershipUpgraded' &&
        !revoked.has(one.data.out_trade_no) &&
        one.data.creator_id === data.creator_id &&
        one.data.user_id === data.user_id &&
        one.data.from_plan === data.plan_id &&
        (until === null || until > one.metadata.at);
      if (replaced) cut = Math.min(cut, one.metadata.at);
    }
    const refunded = revoked.has(data.out_trade_no);
    return [{ ...data, from, until: until ?? Number.POSITIVE_INFINITY, cut, refunded, at: metadata.at }];
  });
}
type PlainGrant = ReturnType<typeof plainGrants>[number];

const runsAt = ({ from, until, cut }: PlainGrant, at: number): boolean =>
  from <= at && at < Math.min(until, cut);

function opens(grant: PlainGrant, { terms: { audience, window }, at: published }: PlannedPost, now: number) {
  const counts = {
    now: runsAt(grant, now),
    period: !grant.refunded && runsAt(grant, published),
    ever: !grant.refunded && grant.from <= now && grant.from < grant.cut,
  }[window];
  if (!counts) return false;
  if (audience.to === 'members') return true;
  if (audience.to === 'price') return grant.monthly_price >= audience.min_price;
  return audience.to === 'named' && audience.plan_ids.includes(grant.plan_id);
}

/** A SKU that an order bought: paid until all the money is back. */
interface PlainPurchase {
  user_id: string;
  sku_id: string;
  from: number;
  until: number;
}

/** The plain model of purchases, from all events of the history. */
function plainPurchases(steps: readonly Step[]): PlainPurchase[] {
  // As it is written: each data belongs to its type.
  const events = steps.map(({ event }) => event as DomainEvent & Pick<Step['event'], 'metadata'>);
  return events.flatMap(({ type, data, metadata }) => {
    if (type !== 'OrderPlaced' || metadata.imported) return [];
    const ofOrder = events.filter(
      (one) => 'out_trade_no' in one.data && one.data.out_trade_no === data.out_trade_no,
    );
    const paid = ofOrder.find((one) => one.type === 'OrderPaid');
    if (!paid) return [];
    let back = 0;
    const whole = ofOrder.find((one) => {
      if (one.type === 'OrderRefunded') back += one.data.amount;
      return one.type === 'OrderRefunded' && back >= data.total_amount;
    });
    const times = { from: paid.metadata.at, until: whole?.metadata.at ?? Number.POSITIVE_INFINITY };
    return data.lines.map(({ sku_id }) => ({ user_id: data.user_id, sku_id, ...times }));
  });
}

/** What fans hold: memberships, and purchases. */
interface Holdings {
  of: readonly PlainGrant[];
  bought: readonly PlainPurchase[];
}

const albumOpens = (
  { of, bought }: Holdings,
  { post_id }: PlannedPost,
  albums: readonly PlannedAlbum[],
  viewer: string,
  now: number,
): boolean =>
  albums.some(
    ({ post_ids, hidden, deleted, terms }) =>
      post_ids.includes(post_id) &&
      !hidden &&
      !deleted &&
      (of.some(
        (grant) => grant.user_id === viewer && terms.plan_ids.includes(grant.plan_id) && runsAt(grant, now),
      ) ||
        bought.some(
          ({ user_id, sku_id, from, until }) =>
            user_id === viewer &&
            terms.skus.some((sku) => sku.sku_id === sku_id) &&
            from <= now &&
            now < until,
        )),
  );

const plainRight = (
  of: readonly PlainGrant[],
  albums: readonly PlannedAlbum[],
  post: PlannedPost,
  viewer: string,
  now: number,
  bought: readonly PlainPurchase[] = [],
): boolean => {
  const { terms, creator_id } = post;
  if (viewer === creator_id) return true;
  if (terms.audience.to === 'self') return false;
  if (terms.audience.to === 'all' || (terms.public_at !== null && terms.public_at <= now)) return true;
  const own = of.some(
    (grant) => grant.user_id === viewer && grant.creator_id === creator_id && opens(grant, post, now),
  );
  return own || albumOpens({ of, bought }, post, albums, viewer, now);
};

const draft = fc.record({
  creator: fc.integer({ min: 0, max: 1 }),
  day: fc.integer({ min: 0, max: 300 }),
  to: fc.constantFrom('all', 'members', 'members', 'price', 'price', 'named', 'named', 'self'),
  price: fc.constantFrom(900, 1_000, 2_000, 3_500, 20_000, 20_001),
  plans: fc.uniqueArray(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 3 }),
  window: fc.constantFrom('now', 'period', 'ever'),
  opensAfter: fc.option(fc.integer({ min: 1, max: 200 }), { freq: 4 }),
});
type Draft = typeof draft extends fc.Arbitrary<infer Value> ? Value : never;
const drafts = fc.array(draft, { minLength: 1, maxLength: 12 });

function plannedPost(
  { creator, day, to, price, plans, window, opensAfter }: Draft,
  prefix: string,
  n: number,
) {
  const creator_id = `${prefix}c${creator}`;
  const at = START + day * DAY_MS;
  const plan_ids = plans.map((plan) => asPlanId(`${creator_id}m${plan}`));
  const audience: AccessTerms['audience'] =
    to === 'price' ? { to, min_price: fenOf(price) } : to === 'named' ? { to, plan_ids, skus: [] } : { to };
  const public_at = opensAfter === null ? null : at + opensAfter * DAY_MS;
  const terms = { ...everybody, audience, window, public_at };
  return {
    post_id: `${prefix}post${n}`,
    creator_id,
    at,
    terms,
    kind: (['post', 'article'] as const)[n % 2] ?? 'post',
  };
}

const byTime = (one: Step, other: Step) => one.event.metadata.at - other.event.metadata.at;

const albumDrafts = fc.array(
  fc.record({
    creator: fc.integer({ min: 0, max: 1 }),
    plans: fc.uniqueArray(fc.integer({ min: 0, max: 4 }), { maxLength: 5 }),
    skus: fc.uniqueArray(fc.constantFrom('1', '1b', '2', '2b'), { minLength: 1, maxLength: 3 }),
    posts: fc.uniqueArray(fc.nat(11), { minLength: 6, maxLength: 12 }),
    others: fc.uniqueArray(fc.nat(11), { maxLength: 3 }),
    hidden: fc.constantFrom(false, true),
    deleted: fc.constantFrom(false, false, false, true),
  }),
  { minLength: 2, maxLength: 6 },
);

/** What each SKU opens equals the plain list of its albums' posts, each once. */
async function countsEqual(
  planned: readonly PlannedPost[],
  shelves: readonly PlannedAlbum[],
  at: number,
  seen: Set<string>,
) {
  const named = shelves.flatMap(({ creator_id, terms }) =>
    terms.skus.map(({ sku_id }) => ({ sku_id, creator_id })),
  );
  const skus = [...new Map(named.map((one) => [one.sku_id, one])).values()];
  const keys = skus.map(({ sku_id }) => sku_id);
  const creator_ids = skus.map(({ creator_id }) => creator_id);
  const given = { questions: keys, keys, creator_ids, most: 20 };
  const [found, albums] = [
    await openedPosts(database.pool, { ...given, prices: keys.map(() => null), with_open: false, at }),
    await openedAlbums(database.pool, given),
  ];
  for (const sku_id of keys) {
    const own = shelves.filter(
      ({ hidden, deleted, terms }) => !hidden && !deleted && terms.skus.some((one) => one.sku_id === sku_id),
    );
    const open = planned.filter(
      ({ post_id, terms: { audience, public_at } }) =>
        own.some(({ post_ids }) => post_ids.includes(post_id)) &&
        audience.to !== 'self' &&
        audience.to !== 'all' &&
        (public_at === null || public_at > at),
    );
    const rows = found.rows.filter(({ question }) => question === sku_id);
    expect(new Set(rows.map(({ post_id }) => post_id))).toEqual(new Set(open.map(({ post_id }) => post_id)));
    expect(rows.map(({ count }) => count)).toEqual(open.map(() => open.length));
    const ids = albums.rows.filter(({ question }) => question === sku_id).map(({ album_id }) => album_id);
    expect(ids.toSorted()).toEqual(own.map(({ album_id }) => album_id).toSorted());
    const places = own.flatMap(({ post_ids }) => post_ids);
    if (open.some(({ post_id }) => places.filter((one) => one === post_id).length > 1))
      seen.add('counted once');
  }
}

test('rights to read equal the plain model, for every fan, post and moment', async () => {
  const seen = new Set<string>();
  const property = fc.asyncProperty(acts, drafts, albumDrafts, fates(12), async (all, some, lists, sales) => {
    const prefix = database.prefix();
    const planned = some.map((one, n): PlannedPost => plannedPost(one, prefix, n));
    const members = membershipSteps(all, prefix).flat();
    // Numbers of orders go on after those of memberships.
    const shop = sales.flatMap((fate, n) => {
      const whole = {
        plan: 1 + (fate.plan % 2),
        ending: 'refunded' as const,
        refundTenths: [10],
        imported: false,
      };
      return stepsOf({ ...fate, affiliate: 0, ...(n % 3 === 0 && whole) }, prefix, 1_000 + n);
    });
    const steps = [...members, ...planned.flatMap(published), ...shop].sort(byTime);
    const end = Math.max(...steps.map(({ event }) => event.metadata.at));
    const albums = lists.map(({ creator, plans, skus: ofSale, posts: ofAlbum, others, ...draft }, n) => {
      const creator_id = `${prefix}c${creator}`;
      const idsOf = (numbers: number[]) =>
        numbers.flatMap((post) => (planned[post]?.creator_id === creator_id ? [`${prefix}post${post}`] : []));
      const post_ids = idsOf(ofAlbum);
      const plan_ids = plans.map((plan) => asPlanId(`${creator_id}m${plan}`));
      const skus = ofSale.map((one) => ({
        plan_id: asPlanId(`${creator_id}p${one[0]}`),
        sku_id: asSkuId(`${creator_id}s${one}`),
      }));
      const album = { album_id: `${prefix}album${n}`, creator_id, post_ids, terms: { plan_ids, skus } };
      return {
        album: { ...album, ...draft, at: end },
        others: idsOf(others).filter((id) => !post_ids.includes(id)),
      };
    });
    const shelves = albums.map(({ album }) => album);
    steps.push(...albums.flatMap(({ album, others }) => madeAlbum(album, others)));
    await database.happened(steps, 7);
    const of = plainGrants(members.toSorted(byTime));
    const bought = plainPurchases(shop);
    const last = Math.max(...steps.map(({ event }) => event.metadata.at));
    // When memberships run.
    const early = [members, members, shop].map(
      (some, part) => some[some.length >> ((part % 2) + 1)]?.event.metadata.at ?? last,
    );
    for (const at of [...early, last, last + 40 * DAY_MS]) {
      for (const viewer of ['', ...[0, 1, 2, 3].map((user) => `${prefix}u${user}`), `${prefix}c0`]) {
        const read = new Set<string>();
        for (const creator_id of [`${prefix}c0`, `${prefix}c1`]) {
          const list = { creator_id, before: 0, most: 50, viewer, at };
          const { rows } = await postsOf(database.pool, list);
          const open = rows.filter(({ has_right }) => has_right);
          for (const { post_id } of open) read.add(post_id);
          if (viewer === creator_id) continue;
          // Of pages that are read without a look at locked posts, and of articles.
          const pages = open.map(({ sn }, n) => ({ before: n === 0 ? 0 : (open[n - 1]?.sn ?? 0), sn }));
          for (const { before, sn } of [...pages, { before: open.at(-1)?.sn ?? 0, sn: 0 }]) {
            const page = await readablePosts(database.pool, { ...list, before, most: 2 });
            expect(page.rows).toEqual(open.filter((post) => sn > 0 && post.sn <= sn).slice(0, 2));
          }
          const articles = await readablePosts(database.pool, { ...list, kind: 'article' });
          expect(articles.rows).toEqual(open.filter(({ kind }) => kind === 'article'));
        }
        for (const post of planned) {
          const right = plainRight(of, shelves, post, viewer, at, bought);
          expect([post.post_id, viewer, read.has(post.post_id)]).toEqual([post.post_id, viewer, right]);
          seen.add(`${post.terms.audience.to} ${post.terms.window} ${right}`);
          const shown = shelves.map((album) => ({ ...album, hidden: false }));
          if (right && !plainRight(of, [], post, viewer, at)) seen.add('opened by an album');
          if (right && !plainRight(of, shelves, post, viewer, at))
            seen.add('opened by an album that was bought');
          const everPaid = bought.map((one) => ({ ...one, until: Number.POSITIVE_INFINITY }));
          if (!right && plainRight(of, shelves, post, viewer, at, everPaid)) seen.add('closed by a refund');
          if (!right && plainRight(of, shown, post, viewer, at, bought)) seen.add('closed by a hidden album');
        }
        for (const { album_id, creator_id, post_ids, hidden, deleted } of shelves) {
          const { rows } = await albumById(database.pool, { album_id, viewer, at });
          const listed = await albumsOf(database.pool, { creator_id, viewer, at, skip: 0, most: 10 });
          const isListed = !deleted && (!hidden || viewer === creator_id);
          const found = listed.rows.filter((row) => row.album_id === album_id);
          expect(found.map(({ total_count: _, ...row }) => row)).toEqual(isListed ? rows : []);
          expect(rows).toHaveLength(deleted ? 0 : 1);
          const shown = planned.filter(
            ({ post_id, terms }) => post_ids.includes(post_id) && terms.audience.to !== 'self',
          );
          const open = shown.filter((post) => plainRight(of, shelves, post, viewer, at, bought));
          const counts = { post_count: shown.length, open_count: open.length };
          expect(rows).toMatchObject(deleted ? [] : [counts]);
        }
      }
    }
    await countsEqual(planned, shelves, last, seen);
    const [post] = planned;
    if (!post) return;
    const { audience, window } = post.terms;
    const { rows } = await readersOf(database.pool, {
      creator_id: post.creator_id,
      audience: audience.to,
      min_price: audience.to === 'price' ? audience.min_price : 0,
      plan_ids: audience.to === 'named' ? audience.plan_ids : [],
      sku_ids: [],
      window,
      album_ids: shelves.flatMap(({ album_id, post_ids }) =>
        post_ids.includes(post.post_id) ? [album_id] : [],
      ),
      at: last,
      now: last,
    });
    const readersIn = (one: PlannedPost): number => {
      const { to } = one.terms.audience;
      if (to === 'all' || to === 'self') return 0;
      const members = of.filter(
        (grant) =>
          (grant.creator_id === one.creator_id && opens(grant, one, last)) ||
          albumOpens({ of: [grant], bought: [] }, one, shelves, grant.user_id, last),
      );
      const buyers = bought.filter((purchase) =>
        albumOpens({ of: [], bought: [purchase] }, one, shelves, purchase.user_id, last),
      );
      return new Set([...members, ...buyers].map(({ user_id }) => user_id)).size;
    };
    const fresh: PlannedPost = { ...post, at: last, terms: { ...post.terms, public_at: null } };
    expect(rows).toEqual([{ readers: readersIn(fresh) }]);
    for (const creator_id of [`${prefix}c0`, `${prefix}c1`]) {
      const all = planned.filter((one) => one.creator_id === creator_id);
      const post_ids = all.map(({ post_id }) => post_id);
      const counted = await postReaders(database.pool, { creator_id, post_ids, now: last });
      const found = new Map(counted.rows.map(({ post_id, readers }) => [post_id, readers]));
      expect(found).toEqual(new Map(all.map((one) => [one.post_id, readersIn(one)])));
    }
  });
  await fc.assert(property, { numRuns: 40, endOnFailure: true });
  for (const window of ['now', 'period', 'ever'])
    for (const to of ['members', 'price', 'named'])
      for (const right of [true, false]) expect([...seen]).toContain(`${to} ${window} ${right}`);
  expect([...seen]).toEqual(
    expect.arrayContaining([
      'opened by an album',
      'opened by an album that was bought',
      'closed by a refund',
      'closed by a hidden album',
      'counted once',
    ]),
  );
  await database.rebuildsEqual([posts, grants(orderFacts())]);
}, 120_000);

/** A post with what its creator did to it later: other terms, or hiding it for some days. */
const edits = fc.record({
  post: draft,
  later: fc.array(
    fc.record({
      draft,
      days: fc.integer({ min: 1, max: 30 }),
      hides: fc.constantFrom(false, false, false, true),
    }),
    {
      maxLength: 3,
    },
  ),
});

test('access as of any moment equals the plain model over the events until then, and is explained', async () => {
  const seen = new Set<string>();
  const moments = fc.array(fc.integer({ min: 0, max: 420 * 24 }), { minLength: 3, maxLength: 6 });
  const property = fc.asyncProperty(
    acts,
    fc.array(edits, { minLength: 1, maxLength: 4 }),
    moments,
    async (all, some, hours) => {
      const prefix = database.prefix();
      const members = membershipSteps(all, prefix).flat().sort(byTime);
      const stories = some.map(({ post, later }, n) => {
        const first = plannedPost(post, prefix, n);
        const { post_id, creator_id } = first;
        const ids = { post_id, creator_id: asUserId(creator_id) };
        let at = first.at;
        const changes = later.map(({ draft: other, days, hides }) => {
          at += days * DAY_MS;
          const { terms } = plannedPost({ ...other, creator: post.creator }, prefix, n);
          return { at, terms, hides };
        });
        const written = changes.map(({ at: when, terms, hides }) => {
          const event: ContentEvent = hides
            ? { type: 'PostHidden', data: ids }
            : { type: 'PostTermsChanged', data: { ...ids, terms } };
          return stepOf(postStream(post_id), creator_id, event, when);
        });
        return { first, changes, steps: [...published(first), ...written] };
      });
      await database.happened([...members, ...stories.flatMap(({ steps }) => steps)].sort(byTime), 7);
      // Before a refund, memberships had times that it changed.
      const refunds = members.filter(({ event }) => event.type === 'MembershipRevoked');
      const times = [
        ...hours.map((hour) => START + hour * 3_600_000),
        ...refunds.map(({ event }) => event.metadata.at - 1).slice(-3),
        ...members.map(({ event }) => event.metadata.at).slice(-1),
        ...stories.flatMap(({ changes }) => changes.map(({ at }) => at)),
      ];
      for (const at of times) {
        const of = plainGrants(members.filter(({ event }) => event.metadata.at <= at));
        for (const { first, changes } of stories) {
          if (first.at > at) continue;
          const before = changes.filter((change) => change.at <= at);
          const terms = before.findLast(({ hides }) => !hides)?.terms ?? first.terms;
          const isHidden = before.some(({ hides }) => hides);
          const post = { ...first, terms };
          for (const viewer of ['', ...[0, 1, 2, 3].map((user) => `${prefix}u${user}`), first.creator_id]) {
            const { rows } = await accessAt(database.pool, { post_id: post.post_id, viewer, at });
            const [found] = rows;
            if (!found) throw new Error('no post');
            const right = (viewer === post.creator_id || !isHidden) && plainRight(of, [], post, viewer, at);
            expect([viewer, at, found.has_right]).toEqual([viewer, at, right]);
            // The explanation alone tells the same.
            const { status, audience, open_to_all } = found;
            const opening = found.grants.filter((grant) => grant.included && grant.counts);
            const explained = status === 1 && audience !== 'self' && (open_to_all || opening.length > 0);
            expect(viewer === post.creator_id || explained).toBe(right);
            seen.add(`${before.length > 0 ? 'changed' : 'first'} ${opening.length > 0} ${right}`);
          }
        }
      }
      // What was hidden, or has other terms now, is listed by its present state.
      for (const creator_id of [`${prefix}c0`, `${prefix}c1`]) {
        for (const viewer of ['', ...[0, 1, 2, 3].map((user) => `${prefix}u${user}`)]) {
          for (const at of [times.at(-1) ?? 0, ...times.slice(0, 2)]) {
            const list = { creator_id, before: 0, most: 50, viewer, at };
            const { rows } = await postsOf(database.pool, list);
            const open = rows.filter(({ has_right }) => has_right);
            expect((await readablePosts(database.pool, list)).rows).toEqual(open);
          }
        }
      }
    },
  );
  await fc.assert(property, { numRuns: 40, endOnFailure: true });
  for (const when of ['first', 'changed'])
    for (const opened of [true, false]) expect([...seen]).toContain(`${when} ${opened} ${opened}`);
  await database.rebuildsEqual([posts, grants(orderFacts())]);
}, 120_000);

test('who loses and who gains access by other terms equals the plain model before and after', async () => {
  const seen = new Set<string>();
  const property = fc.asyncProperty(acts, draft, draft, async (all, first, second) => {
    const prefix = database.prefix();
    const members = membershipSteps(all, prefix).flat().sort(byTime);
    const post = plannedPost(first, prefix, 0);
    const changed = { ...post, terms: plannedPost({ ...second, creator: first.creator }, prefix, 0).terms };
    await database.happened([...members, ...published(post)].sort(byTime), 7);
    const at = Math.max(post.at, ...members.map(({ event }) => event.metadata.at));
    const of = plainGrants(members);
    const users = [0, 1, 2, 3].map((user) => `${prefix}u${user}`);
    const bought = users.filter((user) =>
      of.some(({ user_id, creator_id }) => user_id === user && creator_id === post.creator_id),
    );
    const rights = bought.map((user) => ({
      user,
      before: plainRight(of, [], post, user, at),
      after: plainRight(of, [], changed, user, at),
    }));
    const { audience, window, public_at } = changed.terms;
    const { rows } = await termsChange(database.pool, {
      post_id: post.post_id,
      audience: audience.to,
      min_price: audience.to === 'price' ? audience.min_price : 0,
      plan_ids: JSON.stringify(audience.to === 'named' ? audience.plan_ids : []),
      skus: '[]',
      window,
      public_at,
      goal_id: '',
      at,
      most: 20,
    });
    const losers = rights.filter(({ before, after }) => before && !after).map(({ user }) => user);
    const gaining = rights.filter(({ before, after }) => after && !before).length;
    const keeping = rights.filter(({ before, after }) => after && before).length;
    const [open_before, open_after] = [plainRight([], [], post, '', at), plainRight([], [], changed, '', at)];
    const counts = { losing: losers.length, gaining, keeping, open_before, open_after };
    expect(rows).toEqual([{ ...counts, losers }]);
    for (const [name, is] of Object.entries({
      losing: losers.length > 0,
      gaining: gaining > 0,
      keeping: keeping > 0,
    }))
      if (is) seen.add(name);
  });
  await fc.assert(property, { numRuns: 60, endOnFailure: true });
  expect(seen.size).toBe(3);
}, 60_000);

test('a purchase opens a post until it is refunded, whatever the window', async () => {
  const prefix = database.prefix();
  const fate = plainFate({ plan: 1, count: 2, second: 1, total: 333 });
  const [placed, paid] = stepsOf(fate, prefix, 0);
  if (!placed || !paid) throw new Error('no order');
  const { creator_id, user_id, plan_id, lines, out_trade_no } = placed.event.data as DataOf<'OrderPlaced'>;
  const [first, second] = lines;
  const after = paid.event.metadata.at + DAY_MS;
  const to = (sku_id: string): AccessTerms => ({
    ...everybody,
    window: 'period',
    audience: { to: 'named', plan_ids: [], skus: [{ plan_id, sku_id: asSkuId(sku_id) }] },
  });
  const ids = [first, second].map((line, n) => {
    const post_id = `${prefix}bought${n}`;
    return { post_id, creator_id, terms: to(line?.sku_id ?? ''), at: after };
  });
  await database.happened([placed, ...ids.flatMap(published)]);
  const rights = async (at: number) => {
    const found = await Promise.all(
      ids.map(({ post_id }) => postById(database.pool, { post_id, viewer: user_id, at })),
    );
    const of = { creator_id, before: 0, most: 9, viewer: user_id, at };
    const list = (await readablePosts(database.pool, of)).rows.map(({ post_id }) => post_id);
    expect(ids.filter((_, n) => found[n]?.rows[0]?.has_right).map(({ post_id }) => post_id)).toEqual(
      list.toReversed(),
    );
    return found.map(({ rows }) => rows[0]?.has_right);
  };
  expect(await rights(after)).toEqual([false, false]);
  await database.happened([paid]);
  expect(await rights(after)).toEqual([true, true]);
  const refund = (units: { sku_id: string; count: number }[], amount: number, before: number): Step =>
    stepOf(
      paid.stream,
      creator_id,
      {
        type: 'OrderRefunded',
        data: {
          out_trade_no,
          refund_id: `r${before}`,
          amount: fenOf(amount),
          refunded_before: fenOf(before),
          reason: '',
          by: 'creator',
          units: units.map(({ sku_id, count }) => ({ sku_id: asSkuId(sku_id), count })),
          ticket_ids: [],
        },
      },
      after + before + 1,
    );
  await database.happened([refund([{ sku_id: second?.sku_id ?? '', count: 1 }], 59, 0)]);
  expect(await rights(after + DAY_MS)).toEqual([true, false]);
  await database.happened([refund([], 333 - 59, 59)]);
  expect(await rights(after + DAY_MS)).toEqual([false, false]);
  const [post_id = ''] = ids.map((one) => one.post_id);
  const past = async (at: number) =>
    (await accessAt(database.pool, { post_id, viewer: user_id, at })).rows[0]?.has_right;
  expect([await past(after), await past(after + DAY_MS)]).toEqual([true, false]);
  await database.rebuildsEqual([grants(orderFacts())]);
});

test('a goal opens the posts that wait for it, and no other', async () => {
  const creator_id = asUserId('goals-creator');
  const post = (post_id: string, goal_id: string | null, day: number): PlannedPost => ({
    post_id,
    creator_id,
    at: START + day * DAY_MS,
    terms: { ...everybody, audience: { to: 'members' }, goal_id },
  });
  const waits = post('waits', 'goal-x', 1);
  const later = post('later', 'goal-x', 9);
  const other = post('other', 'goal-y', 1);
  const reached = stepOf(
    goalStream('goal-x'),
    creator_id,
    { type: 'GoalReached', data: { goal_id: 'goal-x', creator_id, period: '2026-01', target: 5, value: 5 } },
    START + 5 * DAY_MS,
  );
  await database.happened([...published(waits), ...published(other), reached, ...published(later)]);
  const right = async (post_id: string, at: number) =>
    (await postById(database.pool, { post_id, viewer: '', at: START + at * DAY_MS })).rows[0]?.has_right;
  expect([await right('waits', 4), await right('waits', 5)]).toEqual([false, true]);
  expect([await right('other', 10), await right('later', 10)]).toEqual([false, false]);
  const moved: ContentEvent = {
    type: 'PostTermsChanged',
    data: { post_id: 'waits', creator_id, terms: { ...waits.terms, goal_id: 'goal-y' } },
  };
  await database.happened([stepOf(postStream('waits'), creator_id, moved, START + 12 * DAY_MS)]);
  const past = async (at: number) =>
    (await accessAt(database.pool, { post_id: 'waits', viewer: '', at: START + at * DAY_MS })).rows[0]
      ?.has_right;
  expect([await past(4), await past(5), await past(11), await past(12)]).toEqual([false, true, true, false]);
});

test('a list is complete: page by page, by kind, and of the readable ones', async () => {
  const creator_id = 'list-creator';
  const all = Array.from({ length: 25 }, (_, n): PlannedPost => {
    const audience: AccessTerms['audience'] =
      n % 5 === 0 ? { to: 'self' } : n % 2 === 0 ? { to: 'members' } : { to: 'all' };
    return { post_id: `list-${n}`, creator_id, at: START + n, terms: { ...everybody, audience } };
  });
  await database.happened(all.flatMap(published));
  const pages = async (viewer: string, only_readable: boolean) => {
    const ids: string[] = [];
    for (let before = 0; ; ) {
      const values = { creator_id, before, most: 4, viewer, at: START + DAY_MS };
      const { rows }: { rows: PostFound[] } = await (only_readable ? readablePosts : postsOf)(
        database.pool,
        values,
      );
      ids.push(...rows.map(({ post_id }) => post_id));
      before = rows.at(-1)?.sn ?? 0;
      if (rows.length < 4) return ids;
    }
  };
  const expected = (fits: (post: PlannedPost) => boolean) =>
    all
      .filter(fits)
      .map(({ post_id }) => post_id)
      .reverse();
  expect(await pages('', false)).toEqual(expected(({ terms }) => terms.audience.to !== 'self'));
  expect(await pages('', true)).toEqual(expected(({ terms }) => terms.audience.to === 'all'));
  expect(await pages(creator_id, false)).toEqual(expected(() => true));
});

test('an album has its posts by rank and by publication, both ways, with gaps and neighbours', async () => {
  const creator_id = asUserId('album-creator');
  const album = { album_id: 'shelf', creator_id };
  const all = ['b', 'd', 'a', 'c', 'e', 'x', 's'].map((name, n): PlannedPost => {
    const audience: AccessTerms['audience'] = name === 's' ? { to: 'self' } : { to: 'all' };
    return { post_id: `shelf-${name}`, creator_id, at: START + n, terms: { ...everybody, audience } };
  });
  const placed = ['a', 'b', 's', 'c', 'x', 'd', 'e'].map((name, n) => ({
    post_id: `shelf-${name}`,
    rank: 10 * n + 10,
  }));
  const of = (event: ContentEvent, at: number) => stepOf(albumStream('shelf'), creator_id, event, START + at);
  const changed = (change: object) => ({ ...album, added: [], moved: [], removed: [], ...change });
  const later = { post_id: 'shelf-later', creator_id };
  await database.happened(
    [
      of({ type: 'AlbumCreated', data: { ...album, status: 1, terms: { plan_ids: [], skus: [] } } }, 0),
      ...all.slice(0, 2).flatMap(published),
      stepOf(
        postStream('shelf-later'),
        creator_id,
        { type: 'PostCreated', data: { ...later, kind: 'post' } },
        START,
      ),
      of({ type: 'AlbumPostsChanged', data: changed({ added: [{ post_id: 'shelf-later', rank: 5 }] }) }, 1),
      ...all.slice(2).flatMap(published),
      of({ type: 'AlbumPostsChanged', data: changed({ added: placed }) }, 20),
      stepOf(
        postStream('shelf-x'),
        creator_id,
        { type: 'PostDeleted', data: { post_id: 'shelf-x', creator_id } },
        START + 21,
      ),
      of({ type: 'AlbumPostsChanged', data: changed({ moved: [{ post_id: 'shelf-e', rank: 15 }] }) }, 22),
      of({ type: 'AlbumOrdered', data: { ...album, order_by: 'rank_desc' } }, 23),
    ],
    3,
  );
  const at = START + DAY_MS;
  const names = async (
    order_by: 'rank_asc' | 'rank_desc' | 'publish_sn_asc' | 'publish_sn_desc',
    author = false,
  ) => {
    const found: string[] = [];
    for (let last: number | null = null; ; ) {
      const values = { album_id: 'shelf', viewer: author ? creator_id : '', at, last, most: 2 };
      const { rows }: { rows: { post_id: string; rank: number; sn: number }[] } = await postsOfAlbum({
        order_by,
        author,
      })(database.pool, values);
      found.push(...rows.map(({ post_id }) => post_id.replace('shelf-', '')));
      const end = rows.at(-1);
      if (!end || rows.length < 2) return found.join(' ');
      last = order_by.startsWith('rank') ? end.rank : end.sn;
    }
  };
  expect(await names('rank_asc')).toBe('a e b c x d');
  expect(await names('rank_desc')).toBe('d x c b e a');
  expect(await names('publish_sn_asc')).toBe('b d a c e x');
  expect(await names('publish_sn_desc')).toBe('x e c a d b');
  expect(await names('rank_asc', true)).toBe('later a e b s c x d');
  expect(await names('publish_sn_asc', true)).toBe('b d a c e x s');
  const { rows } = await albumById(database.pool, { album_id: 'shelf', viewer: '', at });
  expect(rows).toMatchObject([{ post_count: 5, open_count: 5, order_by: 'rank_desc' }]);
  const place = async (post_id: string, order_by: 'rank_asc' | 'publish_sn_desc') =>
    (await placeInAlbum(order_by)(database.pool, { album_id: 'shelf', post_id: `shelf-${post_id}` })).rows[0];
  expect(await place('c', 'rank_asc')).toEqual({ number: 4, previous: 'shelf-b', next: 'shelf-d' });
  expect(await place('a', 'rank_asc')).toEqual({ number: 1, previous: null, next: 'shelf-e' });
  expect(await place('c', 'publish_sn_desc')).toEqual({ number: 2, previous: 'shelf-e', next: 'shelf-a' });
  expect(await place('unknown', 'rank_asc')).toBe(undefined);
  await database.rebuildsEqual([posts]);
});

test('a list of ten posts, and a page of an album, read indexes only', async () => {
  const { pool } = database;
  const viewer = { viewer: 'fan', at: START };
  const list = { ...viewer, creator_id: 'c', before: 9, most: 11 };
  const page = { ...viewer, album_id: 'shelf', last: 5, most: 11 };
  const plans = [
    ...(await plansOf(pool, (queries) => postsOf(queries, list))),
    ...(await plansOf(pool, (queries) => readablePosts(queries, list))),
    ...(await plansOf(pool, (queries) =>
      postsOfAlbum({ order_by: 'rank_asc', author: false })(queries, page),
    )),
  ];
  for (const plan of plans) {
    expect(plan).toMatch(/albums_of_post|album_keys/);
    expect(plan.match(/Seq Scan on \w+/g) ?? []).toEqual([]);
  }
});
