import type { AlbumOrder, AlbumTerms, ContentEvent, PlacedPost } from '#events/content.ts';
import type { UserId } from '#events/ids.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { AlbumStatus } from '#events/status.ts';
import { badInput, type Refusal } from '#services/runtime/refusal.ts';
import { streamKind } from '../../engine/stream-kind.ts';
import { ranksFor } from './ranks.ts';

/** Posts of an album, deleted ones that were not taken out included. */
export const MAX_POSTS = 2_000;

interface Album {
  album_id: string;
  creator_id: UserId;
}

export interface LiveAlbum extends Album {
  phase: 'live';
  status: AlbumStatus;
  terms: AlbumTerms;
  order_by: AlbumOrder;
  /** By rank. */
  posts: readonly PlacedPost[];
}

export type AlbumState = { phase: 'none' } | LiveAlbum | ({ phase: 'deleted' } & Album);

const noAlbum: AlbumState = { phase: 'none' };

function evolveLive(state: LiveAlbum, event: DomainEvent): AlbumState {
  switch (event.type) {
    case 'AlbumTermsChanged':
      return { ...state, terms: event.data.terms };
    case 'AlbumStatusChanged':
      return { ...state, status: event.data.status };
    case 'AlbumOrdered':
      return { ...state, order_by: event.data.order_by };
    case 'AlbumPostsChanged': {
      const { added, moved, removed } = event.data;
      const changed = new Set([...removed, ...moved.map(({ post_id }) => post_id)]);
      const posts = [...state.posts.filter(({ post_id }) => !changed.has(post_id)), ...moved, ...added];
      return { ...state, posts: posts.sort((one, other) => one.rank - other.rank) };
    }
    case 'AlbumDeleted': {
      const { album_id, creator_id } = state;
      return { phase: 'deleted', album_id, creator_id };
    }
    default:
      return state;
  }
}

function evolveAlbum(state: AlbumState, event: DomainEvent): AlbumState {
  if (event.type === 'AlbumCreated') {
    return { phase: 'live', ...event.data, order_by: 'rank_asc', posts: [] };
  }
  return state.phase === 'live' ? evolveLive(state, event) : state;
}

export const albumKind = streamKind<AlbumState>('album', noAlbum, evolveAlbum, { shape: 1 });

export interface PostsChange {
  /** Behind the others, in this order. */
  add?: readonly string[];
  remove?: readonly string[];
  /** The new order. Posts that it does not name follow in theirs; others are ignored. */
  order?: readonly string[];
}

/** The event that changes the posts of an album; none if nothing changes. Refuses more than 2,000 posts. */
export function postsChanged(
  { album_id, creator_id, posts }: LiveAlbum,
  { add = [], remove = [], order = [] }: PostsChange,
): ContentEvent | null | Refusal {
  const before = new Map(posts.map(({ post_id, rank }) => [post_id, rank]));
  const out = new Set(remove);
  const members = new Set([...before.keys(), ...add].filter((post_id) => !out.has(post_id)));
  if (members.size > MAX_POSTS && members.size > posts.length) {
    return badInput('add', { key: 'too_many', max: String(MAX_POSTS) });
  }
  const next = new Set([...order.filter((post_id) => members.has(post_id)), ...members]);
  const after = ranksFor([...next], before);
  const added = after.filter(({ post_id }) => !before.has(post_id));
  const moved = after.filter(({ post_id, rank }) => (before.get(post_id) ?? rank) !== rank);
  const removed = [...before.keys()].filter((post_id) => !next.has(post_id));
  if (added.length + moved.length + removed.length === 0) return null;
  return { type: 'AlbumPostsChanged', data: { album_id, creator_id, added, moved, removed } };
}
