import { isDeepStrictEqual } from 'node:util';
import type { AlbumOrder, AlbumTerms, ContentEvent } from '#events/content.ts';
import type { UserId } from '#events/ids.ts';
import type { AlbumStatus } from '#events/status.ts';
import { accountStream, albumStream, postStream } from '#events/stream-names.ts';
import { badInput, type Refusal } from '#services/runtime/refusal.ts';
import { isClosed } from '../../accounts/is-closed.ts';
import {
  accept,
  type Command,
  type Decided,
  type Decision,
  refuse,
  type States,
} from '../../engine/command.ts';
import { refusalOfNamed, streamsOfNamed } from '../named-offers.ts';
import { isLive, postKind } from '../post.ts';
import { albumKind, type LiveAlbum, MAX_POSTS, type PostsChange, postsChanged } from './album.ts';

/** Posts that one command adds: it reads each of them. */
export const MAX_ADDED = 200;

interface OwnAlbum {
  creator_id: UserId;
  album_id: string;
}

/** The creator's album; undefined for another's, and for a deleted one. */
export function ownAlbum(states: States, { creator_id, album_id }: OwnAlbum): LiveAlbum | undefined {
  const album = states.get(albumKind, albumStream(album_id));
  return album.phase === 'live' && album.creator_id === creator_id ? album : undefined;
}

const written = ({ creator_id, album_id }: OwnAlbum, events: readonly ContentEvent[]): Decision<null> =>
  accept(
    events.map((event) => ({ stream: albumStream(album_id), creator_id, event })),
    null,
  );

interface SaveAlbum extends OwnAlbum {
  /** The id is new. */
  made: boolean;
  status: AlbumStatus;
  terms: AlbumTerms;
  /** The creator has the right to link albums to SKUs. SKUs that the album names already can stay. */
  may_link: boolean;
}

function unlinkedSku(present: AlbumTerms['skus'], { terms, may_link }: SaveAlbum): Refusal | null {
  const isNew = ({ sku_id }: { sku_id: string }) => !present.some((one) => one.sku_id === sku_id);
  const added = may_link ? -1 : terms.skus.findIndex(isNew);
  return added < 0 ? null : badInput(`skus.${added}.sku_id`, { key: 'not_granted' });
}

/**
 * Begins an album, or changes who reads it. The same again changes nothing. Refuses: another creator's or a deleted
 * album (not_found), a closed account (not_allowed), and by field plans and SKUs that are not the creator's, more than
 * 20 of them, and a new SKU without the right.
 */
export function saveAlbum(input: SaveAlbum): Command<null> {
  const { creator_id, album_id, made, status, terms } = input;
  const stream = albumStream(album_id);
  const own = { album_id, creator_id };
  return {
    name: 'save_album',
    actor: `user:${creator_id}`,
    streams: [stream, accountStream(creator_id), ...streamsOfNamed(terms)],
    ...(made && { begins: [stream] }),
    decide(states) {
      const isNew = states.get(albumKind, stream).phase === 'none';
      const album = ownAlbum(states, own);
      if (isNew ? !made : album === undefined) return refuse({ code: 'not_found' });
      if (isClosed(states, creator_id)) return refuse({ code: 'not_allowed' });
      const refusal =
        refusalOfNamed(states, creator_id, terms) ?? unlinkedSku(album?.terms.skus ?? [], input);
      if (refusal) return refuse(refusal);
      const events: ContentEvent[] =
        album === undefined
          ? [{ type: 'AlbumCreated', data: { ...own, status, terms } }]
          : [
              ...(isDeepStrictEqual(album.terms, terms)
                ? []
                : [{ type: 'AlbumTermsChanged' as const, data: { ...own, terms } }]),
              ...(album.status === status
                ? []
                : [{ type: 'AlbumStatusChanged' as const, data: { ...own, status } }]),
            ];
      return written(own, events);
    },
  };
}

/** The first post that is not a live one of the creator. */
function unknownPost(states: States, creator_id: UserId, post_ids: readonly string[]): Refusal | null {
  const unknown = post_ids.findIndex((post_id) => {
    const post = states.get(postKind, postStream(post_id));
    return !isLive(post) || post.creator_id !== creator_id;
  });
  return unknown < 0 ? null : badInput(`add.${unknown}`, { key: 'unknown' });
}

/**
 * Adds posts to an album, takes posts out of it, and orders them. Refuses: another creator's or a deleted album
 * (not_found), a closed account (not_allowed), and by field more than 200 added posts, posts that are not live ones of
 * the creator, and more than 2,000 posts in the album.
 */
export function editAlbumPosts({
  creator_id,
  album_id,
  add = [],
  ...change
}: OwnAlbum & PostsChange): Command<null> {
  const own = { creator_id, album_id };
  const tooMany = add.length > MAX_ADDED;
  return {
    name: 'edit_album_posts',
    actor: `user:${creator_id}`,
    streams: [albumStream(album_id), accountStream(creator_id), ...(tooMany ? [] : add.map(postStream))],
    bulk: 'order',
    decide(states) {
      const album = ownAlbum(states, own);
      if (album === undefined) return refuse({ code: 'not_found' });
      if (isClosed(states, creator_id)) return refuse({ code: 'not_allowed' });
      if (tooMany) return refuse(badInput('add', { key: 'too_many', max: String(MAX_ADDED) }));
      const unknown = unknownPost(states, creator_id, add);
      if (unknown) return refuse(unknown);
      const event = postsChanged(album, { add, ...change });
      if (event !== null && 'code' in event) return refuse(event);
      return written(own, event === null ? [] : [event]);
    },
  };
}

/** Sets in which order an album is shown. Refuses another creator's or a deleted album (not_found). */
export function orderAlbum({ order_by, ...own }: OwnAlbum & { order_by: AlbumOrder }): Command<null> {
  return {
    name: 'order_album',
    actor: `user:${own.creator_id}`,
    streams: [albumStream(own.album_id)],
    decide(states) {
      const album = ownAlbum(states, own);
      if (album === undefined) return refuse({ code: 'not_found' });
      return written(
        own,
        album.order_by === order_by ? [] : [{ type: 'AlbumOrdered', data: { ...own, order_by } }],
      );
    },
  };
}

/** Deletes the creator's own album; its posts stay. Again changes nothing. Refuses others (not_found). */
export function deleteAlbum({ creator_id, album_id }: OwnAlbum): Command<null> {
  const stream = albumStream(album_id);
  const own = { album_id, creator_id };
  return {
    name: 'delete_album',
    actor: `user:${creator_id}`,
    streams: [stream],
    decide(states) {
      const album = states.get(albumKind, stream);
      if (album.phase === 'none' || album.creator_id !== creator_id) return refuse({ code: 'not_found' });
      return written(own, album.phase === 'deleted' ? [] : [{ type: 'AlbumDeleted', data: own }]);
    },
  };
}

/** Streams of the albums that a saved post joins or leaves. */
export const streamsOfAlbums = ({ add, remove }: AlbumsOfPost): string[] =>
  [...add, ...remove].map(albumStream);

/** Albums that a post joins and leaves. */
export interface AlbumsOfPost {
  add: readonly string[];
  remove: readonly string[];
}

/** Events that bring a post into albums and out of others. Refuses by field an album that is not the creator's. */
export function albumsOfPostChanged(
  states: States,
  { creator_id, post_id, add, remove }: AlbumsOfPost & { creator_id: UserId; post_id: string },
): Decided[] | Refusal {
  const events: Decided[] = [];
  const write = (album_id: string, event: ContentEvent) =>
    events.push({ stream: albumStream(album_id), creator_id, event });
  for (const [field, album_id] of add.entries()) {
    const album = ownAlbum(states, { creator_id, album_id });
    const event = album === undefined ? undefined : postsChanged(album, { add: [post_id] });
    if (event === undefined) return badInput(`album_ids.${field}`, { key: 'unknown' });
    if (event === null) continue;
    if ('code' in event) return badInput(`album_ids.${field}`, { key: 'too_many', max: String(MAX_POSTS) });
    write(album_id, event);
  }
  for (const album_id of remove) {
    const album = ownAlbum(states, { creator_id, album_id });
    const event = album === undefined ? null : postsChanged(album, { remove: [post_id] });
    if (event !== null && 'type' in event) write(album_id, event);
  }
  return events;
}
