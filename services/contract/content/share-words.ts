import type { Post } from './posts.ts';

/** Visible characters of a description that is made from the text. */
const MAX_MADE = 120;
const ENDS = /[。！？!?…]|\.(?=\s|$)/gu;

/** The first whole sentences that fit; a longer first one is cut. */
function firstSentences(text: string): string {
  const letters = [...text.replace(/\s+/g, ' ').trim()];
  if (letters.length <= MAX_MADE) return letters.join('');
  const beginning = letters.slice(0, MAX_MADE).join('');
  const end = [...beginning.matchAll(ENDS)].at(-1);
  return end ? beginning.slice(0, end.index + end[0].length) : `${beginning.trimEnd()}…`;
}

type Shared = Pick<
  Post,
  'title' | 'content' | 'preview_text' | 'is_public' | 'has_right' | 'share_title' | 'share_text'
>;

/**
 * Title and description of a post for search engines, previews of links and feeds: its own, or made from its first
 * sentences. It never contains text that is not for everybody, for any reader.
 */
export function shareWords(post: Shared): { title: string; description: string } {
  const { title, content, preview_text, is_public, has_right, share_title, share_text } = post;
  // Without the right to read it, the answer has what is before the line of the paywall.
  const open = is_public || !has_right ? content : '';
  const made = firstSentences(preview_text || open);
  return { title: share_title || title || made, description: share_text || made };
}
