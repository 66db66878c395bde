import { isDeepStrictEqual } from 'node:util';
import type { AccessTerms, Audience, ContentEvent, PostKind, VoteTerms } from '#events/content.ts';
import { derivedEventId, type UserId } from '#events/ids.ts';
import { fenOf, MAX_INPUT, toWire } from '#events/money.ts';
import { accountStream, goalStream, postStream, voteStream } from '#events/stream-names.ts';
import { DAY_MS, type Millis } from '#events/time.ts';
import { badInput, isRefusal, type Refusal } from '#services/runtime/refusal.ts';
import { isClosed } from '../accounts/is-closed.ts';
import { accept, type Command, type Decided, refuse, type States } from '../engine/command.ts';
import { goalKind } from '../goals/goal.ts';
import { type AlbumsOfPost, albumsOfPostChanged, streamsOfAlbums } from './albums/edit-album.ts';
import { refusalOfNamed, streamsOfNamed } from './named-offers.ts';
import { isLive, type LivePost, type PostState, postKind } from './post.ts';
import { voteChanged } from './votes/edit-vote.ts';

const NO_ALBUMS: AlbumsOfPost = { add: [], remove: [] };
/** A post is scheduled, and opens for everybody, at most so far ahead. */
const LATEST_MS = 366 * DAY_MS;

export interface SavePost {
  creator_id: UserId;
  post_id: string;
  /** The id is new. */
  made: boolean;
  kind: PostKind;
  terms: AccessTerms;
  /** Of the text as it is stored. */
  text_hash: string;
  /** `now`, a later time, or `draft`: only of a scheduled post. A published one stays published. */
  publish: 'now' | 'draft' | { at: Millis };
  albums?: AlbumsOfPost;
  /** Null: it has no vote; left out: as it is. A published post keeps its vote. */
  vote?: VoteTerms | null | undefined;
  /** The creator has the right to link posts to SKUs. SKUs that the post names already can stay. */
  may_link: boolean;
}

export interface SavedPost {
  post_id: string;
  phase: LivePost['phase'];
}

const namedOf = ({ terms: { audience } }: SavePost) =>
  audience.to === 'named' ? audience : { plan_ids: [], skus: [] };

function namedRefusal(states: States, before: PostState, input: SavePost): Refusal | null {
  const { plan_ids, skus } = namedOf(input);
  if (input.terms.audience.to === 'named' && plan_ids.length + skus.length === 0) {
    return badInput('plan_ids', { key: 'required' });
  }
  const refusal = refusalOfNamed(states, input.creator_id, { plan_ids, skus });
  if (refusal) return refusal;
  const present = isLive(before) && before.terms.audience.to === 'named' ? before.terms.audience.skus : [];
  const isNew = ({ sku_id }: { sku_id: string }) => !present.some((one) => one.sku_id === sku_id);
  const added = input.may_link ? -1 : skus.findIndex(isNew);
  return added < 0 ? null : badInput(`skus.${added}.sku_id`, { key: 'not_granted' });
}

function priceRefusal(audience: Audience): Refusal | null {
  if (audience.to !== 'price') return null;
  const { min_price } = audience;
  if (min_price >= 1 && min_price <= MAX_INPUT) return null;
  const range = { min: toWire(fenOf(1)), max: toWire(MAX_INPUT) };
  return badInput('min_price', { key: 'out_of_range', ...range });
}

/** Times of the request. A published post keeps an opening that has passed. */
function timeRefusal(before: PostState, { publish, terms }: SavePost, now: Millis): Refusal | null {
  const at = typeof publish === 'object' ? publish.at : now;
  if (at < now) return badInput('publish_time', { key: 'in_the_past' });
  if (at > now + LATEST_MS) return badInput('publish_time', { key: 'too_late' });
  const { public_at } = terms;
  if (public_at === null) return null;
  if (isLive(before) && before.terms.public_at === public_at) return null;
  if (public_at <= at) return badInput('public_time', { key: 'in_the_past' });
  return public_at > at + LATEST_MS ? badInput('public_time', { key: 'too_late' }) : null;
}

function goalRefusal(states: States, before: PostState, { terms, creator_id }: SavePost): Refusal | null {
  const { goal_id } = terms;
  if (goal_id === null || (isLive(before) && before.terms.goal_id === goal_id)) return null;
  const goal = states.get(goalKind, goalStream(goal_id));
  const own = goal.phase === 'live' && goal.creator_id === creator_id;
  return own ? null : badInput('goal_id', { key: 'unknown' });
}

const termsRefusal = (states: States, before: PostState, input: SavePost, now: Millis): Refusal | null =>
  namedRefusal(states, before, input) ??
  priceRefusal(input.terms.audience) ??
  timeRefusal(before, input, now) ??
  goalRefusal(states, before, input);

function changesOf(before: LivePost, input: SavePost): ContentEvent[] {
  const { post_id, creator_id, terms, text_hash } = input;
  const post = { post_id, creator_id };
  const same = isDeepStrictEqual(before.terms, terms);
  return [
    ...(same ? [] : [{ type: 'PostTermsChanged' as const, data: { ...post, terms } }]),
    ...(before.text_hash === text_hash
      ? []
      : [{ type: 'PostTextChanged' as const, data: { ...post, text_hash } }]),
  ];
}

/** The events that bring the post to the requested state. */
function eventsOf(before: Exclude<PostState, { phase: 'deleted' }>, input: SavePost): ContentEvent[] {
  const { post_id, creator_id, kind, terms, text_hash, publish } = input;
  const post = { post_id, creator_id };
  if (before.phase === 'published') return changesOf(before, input);
  const created: ContentEvent[] =
    before.phase === 'none' ? [{ type: 'PostCreated', data: { ...post, kind } }] : [];
  if (publish === 'now') return [...created, { type: 'PostPublished', data: { ...post, terms, text_hash } }];
  if (publish === 'draft') {
    const taken: ContentEvent[] =
      before.phase === 'scheduled' ? [{ type: 'PostUnscheduled', data: post }] : [];
    return isLive(before) ? [...taken, ...changesOf(before, input)] : taken;
  }
  const same =
    before.phase === 'scheduled' && before.at === publish.at && changesOf(before, input).length === 0;
  if (same) return [];
  return [...created, { type: 'PostScheduled', data: { ...post, terms, text_hash, at: publish.at } }];
}

const phaseOf = (before: PostState, { publish }: SavePost): LivePost['phase'] =>
  before.phase === 'published' || publish === 'now'
    ? 'published'
    : publish === 'draft'
      ? 'draft'
      : 'scheduled';

/** When the post is published by this request; null for a draft. */
const publishTime = (before: PostState, { publish }: SavePost, now: Millis): Millis | null =>
  before.phase === 'published' || publish === 'now' ? now : publish === 'draft' ? null : publish.at;

/**
 * Publishes or schedules a post, or changes it. The same again changes nothing. A published post stays published at its
 * time. Refuses: another creator's or a deleted post (not_found), a closed account (not_allowed), and by field: plans,
 * SKUs or a goal that are not the creator's, SKUs without the right, more than 20 of them or none, a price out of range,
 * a time in the past or more than 366 days ahead, albums that are not the creator's or are full, another kind, and a vote
 * as `voteChanged` does.
 */
export function savePost(input: SavePost): Command<SavedPost> {
  const { creator_id, post_id, made, kind, terms, vote, albums = NO_ALBUMS } = input;
  const stream = postStream(post_id);
  const voting = made && !vote ? [] : [voteStream(post_id)];
  const goal = terms.goal_id === null ? [] : [goalStream(terms.goal_id)];
  return {
    name: 'save_post',
    actor: `user:${creator_id}`,
    streams: [
      stream,
      accountStream(creator_id),
      ...streamsOfNamed(namedOf(input)),
      ...goal,
      ...streamsOfAlbums(albums),
      ...voting,
    ],
    ...(made && { begins: [stream, ...voting] }),
    decide(states, now) {
      const before = states.get(postKind, stream);
      if (before.phase === 'deleted' || (before.phase === 'none' && !made))
        return refuse({ code: 'not_found' });
      if (before.phase !== 'none' && before.creator_id !== creator_id) return refuse({ code: 'not_found' });
      if (before.phase !== 'none' && made) return refuse({ code: 'idempotency_key_reused' });
      if (isClosed(states, creator_id)) return refuse({ code: 'not_allowed' });
      if (before.phase !== 'none' && before.kind !== kind) return refuse(badInput('type', { key: 'fixed' }));
      if (before.phase === 'none' && input.publish === 'draft')
        return refuse({ code: 'state_does_not_allow' });
      const refusal = termsRefusal(states, before, input, now);
      if (refusal) return refuse(refusal);
      const inAlbums = albumsOfPostChanged(states, { creator_id, post_id, ...albums });
      if ('code' in inAlbums) return refuse(inAlbums);
      const publish_at = publishTime(before, input, now);
      const ofVote = voteChanged(states, before, { creator_id, post_id, vote, publish_at }, now);
      if (isRefusal(ofVote)) return refuse(ofVote);
      const events = eventsOf(before, input).map((event): Decided => ({ stream, creator_id, event }));
      return accept([...events, ...ofVote, ...inAlbums], { post_id, phase: phaseOf(before, input) });
    },
  };
}

/**
 * Publishes a scheduled post whose time has come: once, by a derived id. Does nothing for a post that is not scheduled,
 * or for another time, and takes the time back if its creator's account is closed.
 */
export function publishScheduled({ post_id, at }: { post_id: string; at: Millis }): Command<boolean> {
  const stream = postStream(post_id);
  return {
    name: 'publish_scheduled_post',
    actor: 'process:posts',
    streams: [stream],
    furtherStreams(states) {
      const post = states.get(postKind, stream);
      return post.phase === 'scheduled' ? [accountStream(post.creator_id)] : [];
    },
    decide(states, now) {
      const post = states.get(postKind, stream);
      if (post.phase !== 'scheduled' || post.at !== at || now < at) return accept([], false);
      const { creator_id, terms, text_hash } = post;
      const data = { post_id, creator_id };
      const event: ContentEvent = isClosed(states, creator_id)
        ? { type: 'PostUnscheduled', data }
        : { type: 'PostPublished', data: { ...data, terms, text_hash } };
      const id = derivedEventId(event.type, post_id, String(at));
      return accept([{ stream, creator_id, event, id }], event.type === 'PostPublished');
    },
  };
}

/** Hides, shows or deletes the creator's own post. Doing it again changes nothing. Refuses others (not_found). */
export function movePost(input: {
  creator_id: UserId;
  post_id: string;
  to: 'hidden' | 'shown' | 'deleted';
}): Command<null> {
  const { creator_id, post_id, to } = input;
  const stream = postStream(post_id);
  const type = { hidden: 'PostHidden', shown: 'PostShown', deleted: 'PostDeleted' } as const;
  return {
    name: `post_${to}`,
    actor: `user:${creator_id}`,
    streams: [stream],
    decide(states) {
      const post = states.get(postKind, stream);
      if (post.phase === 'none' || post.creator_id !== creator_id) return refuse({ code: 'not_found' });
      if (post.phase === 'deleted')
        return to === 'deleted' ? accept([], null) : refuse({ code: 'not_found' });
      if (to !== 'deleted') {
        if (post.phase !== 'published') return refuse({ code: 'state_does_not_allow' });
        if (post.hidden === (to === 'hidden')) return accept([], null);
      }
      return accept([{ stream, creator_id, event: { type: type[to], data: { post_id, creator_id } } }], null);
    },
  };
}
