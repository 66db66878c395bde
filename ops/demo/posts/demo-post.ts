import type { AccessTerms, PostKind } from '#events/content.ts';
import type { Millis } from '#events/time.ts';
import type { PostText } from '#services/modules/content/post-texts.ts';
import type { DemoCreator } from '../content/creator.ts';

/** A post that the story of a creator has at its time. */
export interface DemoPost {
  creator: DemoCreator;
  post_id: string;
  at: Millis;
  kind: PostKind;
  text: Pick<PostText, 'title' | 'content' | 'preview_text'>;
  /** Of an article: what is behind the paywall line. */
  paragraphs: readonly string[];
  terms: AccessTerms;
}
