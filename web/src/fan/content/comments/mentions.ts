import { mentionOf } from '#services/contract/content/mentions.ts';

/** A person whom a text mentions: where `@name` is, in UTF-16 units. */
interface Mention {
  user_id: string;
  offset: number;
  length: number;
}

/** A text that is being written, with the people whom it mentions in the order of their places. */
export interface Draft {
  text: string;
  mentions: readonly Mention[];
}

export const NOTHING: Draft = { text: '', mentions: [] };

/** The draft after its text was edited. A mention that was changed is plain text from then on. */
export function edited({ text: before, mentions }: Draft, text: string): Draft {
  const most = Math.min(before.length, text.length);
  let head = 0;
  while (head < most && before[head] === text[head]) head += 1;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === text.at(-1 - tail)) tail += 1;
  const moved = mentions.flatMap((mention) => {
    if (mention.offset + mention.length <= head) return mention;
    if (mention.offset < before.length - tail) return [];
    return { ...mention, offset: mention.offset + text.length - before.length };
  });
  return { text, mentions: moved };
}

/** What is sent: each mention by its user id. */
export function sentText({ text, mentions }: Draft): string {
  let sent = '';
  let from = 0;
  for (const { user_id, offset, length } of mentions) {
    sent += text.slice(from, offset) + mentionOf(user_id);
    from = offset + length;
  }
  return sent + text.slice(from);
}

/** A text with the parts that mention somebody. */
export function mentionParts({
  text,
  mentions,
}: Draft): { text: string; user_id?: string; offset: number }[] {
  const parts: { text: string; user_id?: string; offset: number }[] = [];
  let from = 0;
  for (const { user_id, offset, length } of mentions) {
    if (offset > from) parts.push({ text: text.slice(from, offset), offset: from });
    parts.push({ text: text.slice(offset, offset + length), user_id, offset });
    from = offset + length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), offset: from });
  return parts;
}

/** An `@` with the beginning of a name before the caret; the one of an email address is none. */
const BEGUN = /(?<![A-Za-z0-9._-])[@＠](?<search>[^\s@＠]{0,30})$/u;

/** The name that is being typed at the caret, and where its `@` is. */
export function begunMention(
  { text, mentions }: Draft,
  caret: number,
): { at: number; search: string } | null {
  const search = text.slice(0, caret).match(BEGUN)?.groups?.search;
  if (search === undefined) return null;
  const at = caret - search.length - 1;
  return mentions.some(({ offset }) => offset === at) ? null : { at, search };
}

/** The draft with a person in the place of the name that was begun, and a blank after it. */
export function withMention(
  draft: Draft,
  { at, search }: { at: number; search: string },
  person: { user_id: string; name: string },
): Draft & { caret: number } {
  const shown = `@${person.name}`;
  const text = `${draft.text.slice(0, at)}${shown} ${draft.text.slice(at + 1 + search.length)}`;
  const moved = edited(draft, text).mentions;
  const mention = { user_id: person.user_id, offset: at, length: shown.length };
  const mentions = [...moved, mention].sort((one, other) => one.offset - other.offset);
  return { text, mentions, caret: at + shown.length + 1 };
}
