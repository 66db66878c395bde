import { MAX_COMMENT } from '#services/contract/content/comments.ts';
import { MAX_MENTIONS, mentionsIn, replaceMentions } from '#services/contract/content/mentions.ts';
import { type ApiRefusal, invalid } from '../../http/refusals.ts';

/** Bytes of a comment, its lines, and addresses of pages in it. */
const MAX_BYTES = 4_000;
const MAX_LINES = 30;
const MAX_LINKS = 2;

/** A host of two labels or more, with or without a scheme: what a reader could copy. */
const HOST = /(?<![\p{L}\p{N}@.-])(?:[\p{L}\p{N}-]{1,63}\.)+\p{L}{2,24}(?![\p{L}\p{N}])/gu;
/** Points and slashes of other widths, and characters that are not seen. */
const POINTS = /[。．｡]/g;
const UNSEEN = /\p{Cf}/gu;

/** Addresses of pages in a text, also those that are written to be overlooked. */
export const linksIn = (text: string): number =>
  text.replace(UNSEEN, '').replace(POINTS, '.').normalize('NFKC').match(HOST)?.length ?? 0;

/** Why a text is no comment. */
export function commentRefusal(content: string): ApiRefusal | null {
  if (mentionsIn(content).length > MAX_MENTIONS)
    return invalid('content', { key: 'too_many_mentions', max: String(MAX_MENTIONS) });
  if (Buffer.byteLength(replaceMentions(content, () => '@')) > MAX_BYTES)
    return invalid('content', { key: 'too_long', max: String(MAX_COMMENT) });
  if (content.split('\n').length > MAX_LINES)
    return invalid('content', { key: 'too_many_lines', max: String(MAX_LINES) });
  if (linksIn(content) > MAX_LINKS)
    return invalid('content', { key: 'too_many_links', max: String(MAX_LINKS) });
  return null;
}
