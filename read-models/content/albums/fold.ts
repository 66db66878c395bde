import type { ClientBase } from 'pg';
import type { AlbumTerms } from '#events/content.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { ALBUM_STATUS, POST_STATUS } from '#events/status.ts';
import { deleteRows, insertRows, upsertRows } from '../../engine/rows.ts';
import { selected } from '../../engine/table.ts';
import { writeLater } from '../../engine/writes.ts';
import type { PostRow } from '../tables.ts';
import {
  ALBUM_KEYS,
  ALBUM_POSTS,
  ALBUMS,
  type AlbumPostRow,
  type AlbumRow,
  PAST_ALBUM_POSTS,
  PAST_ALBUMS,
  type PastAlbumPostRow,
  type PastAlbumRow,
} from './tables.ts';

type Place = Pick<AlbumPostRow, 'album_id' | 'post_id'>;
/** The event that ends something, and its time. */
type Until = Pick<PastAlbumRow, 'until_position' | 'until_at'>;
type OfPost = Pick<AlbumPostRow, 'sn' | 'status'>;

const keyOf = ({ album_id, post_id }: Place): string => `${album_id} ${post_id}`;
const isCounted = ({ status }: OfPost): boolean => status === POST_STATUS.normal;

/** Posts that album events of the batch name. */
export const postsNamed = ({ type, data }: RecordedEvent): string[] =>
  type === 'AlbumPostsChanged'
    ? [...[...data.added, ...data.moved].map(({ post_id }) => post_id), ...data.removed]
    : [];

const termsRow = ({ plan_ids, skus }: AlbumTerms) => ({
  plan_ids: JSON.stringify(plan_ids),
  skus: JSON.stringify(skus),
});

/** The albums of a batch, and the places that its posts have in albums. */
export class Albums {
  readonly #rows: Map<string, AlbumRow>;
  readonly #before: readonly AlbumPostRow[];
  readonly #places: Map<string, AlbumPostRow>;
  readonly #changed = new Set<string>();
  /** Plans and SKUs of albums whose terms or status changed. */
  readonly #terms = new Map<string, AlbumTerms>();
  readonly #deleted = new Set<string>();
  /** Terms and places that an event of the batch ended. */
  readonly #pastTerms: PastAlbumRow[] = [];
  readonly #pastPlaces: PastAlbumPostRow[] = [];

  constructor(rows: readonly AlbumRow[], places: readonly AlbumPostRow[]) {
    this.#rows = new Map(rows.map((row) => [row.album_id, row]));
    this.#before = places.map((place) => ({ ...place }));
    this.#places = new Map(places.map((place) => [keyOf(place), place]));
  }

  #change(album_id: string, at: number, change: Partial<AlbumRow>): void {
    const row = this.#rows.get(album_id);
    if (!row) throw new Error(`album ${album_id} has news but was never created`);
    Object.assign(row, change, { changed_at: at });
    this.#changed.add(album_id);
    const { plan_ids, skus } = row;
    // As it is written.
    this.#terms.set(album_id, { plan_ids: JSON.parse(plan_ids), skus: JSON.parse(skus) });
  }

  #endTerms(album_id: string, until: Until): void {
    const row = this.#rows.get(album_id);
    if (!row) return;
    const { status, plan_ids, skus } = row;
    this.#pastTerms.push({ album_id, status, plan_ids, skus, ...until });
  }

  #endPlace({ album_id, post_id, since_at }: AlbumPostRow, until: Until): void {
    this.#pastPlaces.push({ album_id, post_id, since_at, ...until });
    this.#places.delete(keyOf({ album_id, post_id }));
  }

  fold({ type, data, position, metadata: { at } }: RecordedEvent): void {
    const until = { until_position: position, until_at: at };
    switch (type) {
      case 'AlbumCreated': {
        const { album_id, creator_id, status, terms } = data;
        const fresh = { order_by: 'rank_asc', post_count: 0, created_at: at, changed_at: at } as const;
        this.#rows.set(album_id, { album_id, creator_id, status, ...termsRow(terms), ...fresh });
        this.#change(album_id, at, {});
        break;
      }
      case 'AlbumTermsChanged':
        this.#endTerms(data.album_id, until);
        this.#change(data.album_id, at, termsRow(data.terms));
        break;
      case 'AlbumStatusChanged':
        this.#endTerms(data.album_id, until);
        this.#change(data.album_id, at, { status: data.status });
        break;
      case 'AlbumOrdered':
        this.#change(data.album_id, at, { order_by: data.order_by });
        break;
      case 'AlbumPostsChanged': {
        const { album_id, added, moved, removed } = data;
        this.#change(album_id, at, {});
        for (const { post_id, rank } of added) {
          const place = { album_id, post_id, rank, sn: 0, status: POST_STATUS.hidden, since_at: at };
          this.#places.set(keyOf(place), place);
        }
        for (const { post_id, rank } of moved) {
          const place = this.#places.get(keyOf({ album_id, post_id }));
          if (place) place.rank = rank;
        }
        for (const post_id of removed) {
          const place = this.#places.get(keyOf({ album_id, post_id }));
          if (place) this.#endPlace(place, until);
        }
        break;
      }
      case 'AlbumDeleted':
        this.#change(data.album_id, at, {});
        this.#deleted.add(data.album_id);
        this.#endTerms(data.album_id, until);
        for (const place of [...this.#places.values()])
          if (place.album_id === data.album_id) this.#endPlace(place, until);
        break;
      default:
        break;
    }
  }

  /** Counts posts that appear or disappear, and writes what changed. */
  async write(postOf: (post_id: string) => PostRow | undefined, tx: ClientBase): Promise<void> {
    const counts = new Map<string, number>();
    const count = ({ album_id }: Place, by: number) => counts.set(album_id, (counts.get(album_id) ?? 0) + by);
    const before = new Map(this.#before.map((place) => [keyOf(place), place]));
    for (const place of before.values()) if (isCounted(place)) count(place, -1);
    const written: AlbumPostRow[] = [];
    for (const [key, place] of this.#places) {
      const post = postOf(place.post_id);
      if (post) place.sn = post.sn;
      if (post)
        place.status =
          post.audience === 'self' && post.status === POST_STATUS.normal ? POST_STATUS.hidden : post.status;
      if (isCounted(place)) count(place, 1);
      const old = before.get(key);
      const same =
        old?.rank === place.rank &&
        old.sn === place.sn &&
        old.status === place.status &&
        old.since_at === place.since_at;
      if (!same && !this.#deleted.has(place.album_id)) written.push(place);
    }
    for (const [album_id, by] of counts) {
      const row = this.#rows.get(album_id);
      if (by === 0 || !row) continue;
      row.post_count += by;
      this.#changed.add(album_id);
    }
    const gone = [...before.values()].filter((place) => !this.#places.has(keyOf(place)));
    await deleteRows(tx, ALBUM_POSTS, gone);
    await upsertRows(tx, ALBUM_POSTS, written);
    const rows = [...this.#changed].flatMap((album_id) => this.#rows.get(album_id) ?? []);
    await upsertRows(
      tx,
      ALBUMS,
      rows.filter(({ album_id }) => !this.#deleted.has(album_id)),
    );
    await insertRows(tx, PAST_ALBUMS, this.#pastTerms);
    await insertRows(tx, PAST_ALBUM_POSTS, this.#pastPlaces);
    await this.#writeKeys(tx);
    await this.#writeDeleted(tx);
  }

  async #writeKeys(tx: ClientBase): Promise<void> {
    if (this.#terms.size === 0) return;
    const text = 'DELETE FROM album_keys WHERE album_id = ANY ($1)';
    await writeLater(tx, { table: ALBUM_KEYS.name, text, values: [[...this.#terms.keys()]] });
    const rows = [...this.#terms].flatMap(([album_id, { plan_ids, skus }]) => {
      const isOpen = this.#rows.get(album_id)?.status === ALBUM_STATUS.normal && !this.#deleted.has(album_id);
      const keys = new Set([...plan_ids, ...skus.map(({ sku_id }) => sku_id)]);
      return isOpen ? [...keys].map((key) => ({ album_id, key })) : [];
    });
    await insertRows(tx, ALBUM_KEYS, rows);
  }

  async #writeDeleted(tx: ClientBase): Promise<void> {
    if (this.#deleted.size === 0) return;
    for (const table of [ALBUMS.name, ALBUM_POSTS.name]) {
      const text = `DELETE FROM ${table} WHERE album_id = ANY ($1)`;
      await writeLater(tx, { table, text, values: [[...this.#deleted]] });
    }
  }
}

/** @param post_ids posts whose state can change in the batch */
export async function albumsOf(
  events: readonly RecordedEvent[],
  post_ids: readonly string[],
  tx: ClientBase,
): Promise<Albums> {
  const named = events.flatMap(({ data }) => ('album_id' in data ? [data.album_id] : []));
  // All of their posts are put into the past.
  const deleted = events.flatMap(({ type, data }) => (type === 'AlbumDeleted' ? [data.album_id] : []));
  const { rows: places } = await tx.query<AlbumPostRow>(
    `SELECT ${selected(ALBUM_POSTS.columns)} FROM album_posts WHERE post_id = ANY ($1) OR album_id = ANY ($2)`,
    [post_ids, deleted],
  );
  const ids = [...new Set([...named, ...places.map(({ album_id }) => album_id)])];
  if (ids.length === 0) return new Albums([], []);
  const { rows } = await tx.query<AlbumRow>(
    `SELECT ${selected(ALBUMS.columns)} FROM albums WHERE album_id = ANY ($1)`,
    [ids],
  );
  return new Albums(rows, places);
}
