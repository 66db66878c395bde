import type { ClientBase } from 'pg';
import type { AccessTerms } from '#events/content.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { POST_STATUS } from '#events/status.ts';
import type { Moved, Projection } from '../engine/projection.ts';
import { insertRows, upsertRows } from '../engine/rows.ts';
import { selected } from '../engine/table.ts';
import { writeLater } from '../engine/writes.ts';
import { type Albums, albumsOf, postsNamed } from './albums/fold.ts';
import { ALBUM_KEYS, ALBUM_POSTS, ALBUMS, PAST_ALBUM_POSTS, PAST_ALBUMS } from './albums/tables.ts';
import {
  ACCESS_COLUMNS,
  PAST_TERMS,
  type PastTermsRow,
  POST_KEYS,
  POSTS,
  type PostKeyRow,
  type PostRow,
} from './tables.ts';

type TermsRow = Pick<
  PostRow,
  'audience' | 'min_price' | 'plan_ids' | 'skus' | 'access_window' | 'public_at' | 'goal_id'
>;

function termsRow({ audience, window, public_at, goal_id }: AccessTerms): TermsRow {
  const { plan_ids, skus } = audience.to === 'named' ? audience : { plan_ids: [], skus: [] };
  return {
    audience: audience.to,
    min_price: audience.to === 'price' ? audience.min_price : 0,
    plan_ids: JSON.stringify(plan_ids),
    skus: JSON.stringify(skus),
    access_window: window,
    public_at,
    goal_id: goal_id ?? '',
  };
}

/** The rows of a post, in their order. */
function keyRows(row: PostRow): PostKeyRow[] {
  const { post_id, kind, access_window, status, sn, published_at } = row;
  // As it is written.
  const plan_ids: string[] = JSON.parse(row.plan_ids);
  const skus: { sku_id: string }[] = JSON.parse(row.skus);
  const keys = new Set([...plan_ids, ...skus.map(({ sku_id }) => sku_id)]);
  const of = { post_id, kind, access_window, published_at, sn: status === POST_STATUS.normal ? sn : 0 };
  return [...keys].map((key) => ({ ...of, key }));
}

/** An event's time and position. */
interface Moment {
  at: number;
  position: number;
}

/** The posts of a batch in their new state. */
class Posts {
  readonly #rows: Map<string, PostRow>;
  readonly changed = new Set<PostRow>();
  /** Terms that an event of the batch replaced. */
  readonly past: PastTermsRow[] = [];

  constructor(rows: readonly PostRow[]) {
    this.#rows = new Map(rows.map((row) => [row.post_id, row]));
  }

  create(data: Pick<PostRow, 'post_id' | 'creator_id' | 'kind'>, at: number): void {
    const { post_id, creator_id, kind } = data;
    const row: PostRow = {
      post_id,
      creator_id,
      kind,
      status: POST_STATUS.draft,
      sn: 0,
      published_at: null,
      scheduled_at: null,
      edited_at: at,
      text_hash: '',
      ...termsRow({ audience: { to: 'self' }, window: 'now', public_at: null, goal_id: null }),
      opened_at: null,
    };
    this.#rows.set(post_id, row);
    this.changed.add(row);
  }

  #set(row: PostRow, change: Partial<PostRow>, { at, position }: Moment): void {
    const before = { ...row };
    Object.assign(row, change);
    this.changed.add(row);
    if (before.published_at === null || ACCESS_COLUMNS.every((name) => before[name] === row[name])) return;
    this.past.push({ ...before, until_position: position, until_at: at });
  }

  change(post_id: string, moment: Moment, change: Partial<PostRow>): void {
    const row = this.#rows.get(post_id);
    if (!row) throw new Error(`post ${post_id} has news but was never created`);
    this.#set(row, { ...change, edited_at: moment.at }, moment);
  }

  setTerms(post_id: string, moment: Moment, terms: AccessTerms, change: Partial<PostRow> = {}): void {
    const before = this.#rows.get(post_id);
    const other = before?.goal_id !== (terms.goal_id ?? '');
    this.change(post_id, moment, { ...termsRow(terms), ...(other && { opened_at: null }), ...change });
  }

  of(post_id: string): PostRow | undefined {
    return this.#rows.get(post_id);
  }

  /** A goal was reached: published posts that wait for it open. */
  open(goal_id: string, moment: Moment): void {
    for (const row of this.#rows.values()) {
      if (row.goal_id !== goal_id || row.opened_at !== null || row.published_at === null) continue;
      this.#set(row, { opened_at: moment.at }, moment);
    }
  }
}

async function postsOf(
  events: readonly RecordedEvent[],
  post_ids: readonly string[],
  tx: ClientBase,
): Promise<Posts> {
  const goals = events.flatMap(({ type, data }) => (type === 'GoalReached' ? [data.goal_id] : []));
  const { rows } = await tx.query<PostRow>(
    `SELECT ${selected(POSTS.columns)} FROM posts
      WHERE post_id = ANY ($1) OR (goal_id <> '' AND goal_id = ANY ($2))`,
    [post_ids, goals],
  );
  return new Posts(rows);
}

function fold(posts: Posts, albums: Albums, event: RecordedEvent): void {
  const {
    type,
    data,
    position,
    metadata: { at },
  } = event;
  const moment = { at, position };
  switch (type) {
    case 'PostCreated':
      posts.create(data, at);
      break;
    case 'PostScheduled':
      posts.setTerms(data.post_id, moment, data.terms, {
        status: POST_STATUS.scheduled,
        scheduled_at: data.at,
        text_hash: data.text_hash,
      });
      break;
    case 'PostUnscheduled':
      posts.change(data.post_id, moment, { status: POST_STATUS.draft, scheduled_at: null });
      break;
    case 'PostPublished':
      posts.setTerms(data.post_id, moment, data.terms, {
        status: POST_STATUS.normal,
        sn: position,
        published_at: at,
        scheduled_at: null,
        text_hash: data.text_hash,
      });
      break;
    case 'PostTermsChanged':
      posts.setTerms(data.post_id, moment, data.terms);
      break;
    case 'PostTextChanged':
      posts.change(data.post_id, moment, { text_hash: data.text_hash });
      break;
    case 'PostHidden':
      posts.change(data.post_id, moment, { status: POST_STATUS.hidden });
      break;
    case 'PostShown':
      posts.change(data.post_id, moment, { status: POST_STATUS.normal });
      break;
    case 'PostDeleted':
      posts.change(data.post_id, moment, { status: POST_STATUS.deleted, scheduled_at: null });
      break;
    case 'GoalReached':
      posts.open(data.goal_id, moment);
      break;
    default:
      albums.fold(event);
      break;
  }
}

async function writeKeys(rows: readonly PostRow[], tx: ClientBase): Promise<void> {
  if (rows.length === 0) return;
  const text = 'DELETE FROM post_keys WHERE post_id = ANY ($1)';
  await writeLater(tx, { table: POST_KEYS.name, text, values: [rows.map(({ post_id }) => post_id)] });
  await insertRows(tx, POST_KEYS, rows.flatMap(keyRows));
}

async function project(events: readonly RecordedEvent[], tx: ClientBase): Promise<Moved> {
  const named = events.flatMap((event) =>
    'post_id' in event.data ? [event.data.post_id] : postsNamed(event),
  );
  const post_ids = [...new Set(named)];
  const all = await postsOf(events, post_ids, tx);
  const albums = await albumsOf(events, post_ids, tx);
  for (const event of events) fold(all, albums, event);
  await upsertRows(tx, POSTS, [...all.changed]);
  await insertRows(tx, PAST_TERMS, all.past);
  await writeKeys([...all.changed], tx);
  await albums.write((post_id) => all.of(post_id), tx);
  return { creators: new Set(events.map(({ metadata }) => metadata.creator_id)), users: new Set() };
}

/** Posts and albums with their terms of access, and the plans and SKUs that open them. */
export const posts: Projection = {
  name: 'posts',
  version: 7,
  types: [
    'PostCreated',
    'PostScheduled',
    'PostUnscheduled',
    'PostPublished',
    'PostTermsChanged',
    'PostTextChanged',
    'PostHidden',
    'PostShown',
    'PostDeleted',
    'GoalReached',
    'AlbumCreated',
    'AlbumTermsChanged',
    'AlbumStatusChanged',
    'AlbumPostsChanged',
    'AlbumOrdered',
    'AlbumDeleted',
  ],
  whole: ['post', 'album'],
  tables: [POSTS, POST_KEYS, PAST_TERMS, ALBUMS, ALBUM_POSTS, ALBUM_KEYS, PAST_ALBUMS, PAST_ALBUM_POSTS],
  project,
};
