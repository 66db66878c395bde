import type { AccessTerms, PostKind } from '#events/content.ts';
import type { UserId } from '#events/ids.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { Millis } from '#events/time.ts';
import { streamKind } from '../engine/stream-kind.ts';

interface Post {
  post_id: string;
  creator_id: UserId;
  kind: PostKind;
}

interface WrittenPost extends Post {
  terms: AccessTerms;
  text_hash: string;
}

export type PostState =
  | { phase: 'none' }
  | ({ phase: 'created' } & Post)
  /** Scheduled before; its time was taken back. */
  | ({ phase: 'draft' } & WrittenPost)
  | ({ phase: 'scheduled'; at: Millis } & WrittenPost)
  | ({ phase: 'published'; published_at: Millis; hidden: boolean } & WrittenPost)
  | ({ phase: 'deleted' } & Post);

/** A post that its creator can edit. */
export type LivePost = Extract<PostState, WrittenPost>;

const noPost: PostState = { phase: 'none' };

export const isLive = (state: PostState): state is LivePost =>
  state.phase === 'draft' || state.phase === 'scheduled' || state.phase === 'published';

const postOf = ({ post_id, creator_id, kind }: Post): Post => ({ post_id, creator_id, kind });

function evolveLive(state: LivePost, event: DomainEvent): PostState {
  switch (event.type) {
    case 'PostTermsChanged':
      return { ...state, terms: event.data.terms };
    case 'PostTextChanged':
      return { ...state, text_hash: event.data.text_hash };
    case 'PostUnscheduled': {
      const { terms, text_hash } = state;
      return { phase: 'draft', ...postOf(state), terms, text_hash };
    }
    case 'PostHidden':
    case 'PostShown':
      return state.phase === 'published' ? { ...state, hidden: event.type === 'PostHidden' } : state;
    default:
      return state;
  }
}

function evolvePost(state: PostState, event: DomainEvent, at: Millis): PostState {
  if (event.type === 'PostCreated') return { phase: 'created', ...event.data };
  if (state.phase === 'none' || state.phase === 'deleted') return state;
  switch (event.type) {
    case 'PostScheduled': {
      const { terms, text_hash } = event.data;
      return { phase: 'scheduled', ...postOf(state), terms, text_hash, at: event.data.at };
    }
    case 'PostPublished': {
      const { terms, text_hash } = event.data;
      return { phase: 'published', ...postOf(state), terms, text_hash, published_at: at, hidden: false };
    }
    case 'PostDeleted':
      return { phase: 'deleted', ...postOf(state) };
    default:
      return isLive(state) ? evolveLive(state, event) : state;
  }
}

export const postKind = streamKind<PostState>('post', noPost, evolvePost, { shape: 1 });
