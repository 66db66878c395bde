/** Mentions of one comment. */
export const MAX_MENTIONS = 10;

/** A mention inside a comment that is sent: `<@user_id>`. */
const MENTION = /<@([0-9A-Za-z_-]{1,64})>/g;

export const mentionOf = (user_id: string): string => `<@${user_id}>`;

/** Ids of the people that a text mentions, in their order, repeated ones too. */
export const mentionsIn = (content: string): string[] =>
  [...content.matchAll(MENTION)].flatMap(([, user_id]) => user_id ?? []);

/** A text with something in the place of each mention. @param replacement gets where the mention begins in the text */
export const replaceMentions = (
  content: string,
  replacement: (user_id: string, at: number) => string,
): string => content.replace(MENTION, (_, user_id: string, at: number) => replacement(user_id, at));
