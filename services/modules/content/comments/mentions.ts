import type { Pool } from 'pg';
import { asUserId, type UserId } from '#events/ids.ts';
import { USER_STATUS } from '#events/status.ts';
import { mentionOf, mentionsIn, replaceMentions } from '#services/contract/content/mentions.ts';

/** Somebody who takes part in the comments of a post. */
export interface Participant {
  user_id: string;
  name: string;
  avatar: string;
  url_slug: string;
}

/** A mention in a shown text, in UTF-16 units. */
export interface ShownMention {
  user_id: string;
  offset: number;
  length: number;
}

/** In the place of a person who is not shown any more. */
const NOBODY = '@…';
/** Newest comments of a post whose authors are offered. */
const LOOKED_AT = 2_000;

/** SQL: whether the person `u` and the writer ($1) can mention each other, at a post of the creator ($2). */
const CAN_BE_MENTIONED = `NOT EXISTS (
  SELECT FROM relations.blocks b
   WHERE (b.kind = 'block' AND (b.user_id, b.other_id) IN (($1, u.id), (u.id, $1)))
      OR (b.kind = 'reject' AND (b.user_id, b.other_id) IN (($2, u.id), (u.id, $1))))`;

interface Place {
  post_id: string;
  creator_id: string;
  /** Who writes. */
  user_id: UserId;
}

/** The creator and authors of comments, the creator first, then those who commented last. @param name a part of their names */
export async function participantsOf(
  pool: Pool,
  { post_id, creator_id, user_id }: Place,
  { name, most }: { name: string; most: number },
): Promise<Participant[]> {
  const { rows } = await pool.query<Participant>(
    `SELECT u.id AS user_id, u.name, u.avatar, u.url_slug
       FROM (SELECT user_id, max(sn) AS sn
               FROM (SELECT user_id, sn FROM content.comments WHERE post_id = $3 AND shown ORDER BY sn DESC LIMIT ${LOOKED_AT}) newest
              GROUP BY user_id
              UNION ALL SELECT $2::text, NULL) part
       JOIN accounts.users u ON u.id = part.user_id
      WHERE u.id <> $1 AND u.status = ${USER_STATUS.shown} AND strpos(lower(u.name), lower($4)) > 0 AND ${CAN_BE_MENTIONED}
      GROUP BY u.id ORDER BY bool_or(part.sn IS NULL) DESC, max(part.sn) DESC LIMIT $5`,
    [user_id, creator_id, post_id, name, most],
  );
  return rows;
}

/**
 * A text as it is stored: mentions of people who take part stay, others become plain text.
 * @returns with the people who are mentioned, each once
 */
export async function storedMentions(
  pool: Pool,
  { post_id, creator_id, user_id }: Place,
  content: string,
): Promise<{ content: string; mentions: UserId[] }> {
  const ids = [...new Set(mentionsIn(content))];
  if (ids.length === 0) return { content, mentions: [] };
  const { rows } = await pool.query<{ user_id: string; name: string; takes_part: boolean }>(
    `SELECT u.id AS user_id, u.name,
            (u.id IN ($1, $2) OR EXISTS (SELECT FROM content.comments c WHERE c.post_id = $3 AND c.user_id = u.id AND c.shown))
              AND ${CAN_BE_MENTIONED} AS takes_part
       FROM accounts.users u WHERE u.id = ANY ($4::text[]) AND u.status = ${USER_STATUS.shown}`,
    [user_id, creator_id, post_id, ids],
  );
  const people = new Map(rows.map((person) => [person.user_id, person]));
  const stored = replaceMentions(content, (id) => {
    const person = people.get(id);
    return person?.takes_part ? mentionOf(id) : person ? `@${person.name}` : NOBODY;
  });
  return {
    content: stored,
    mentions: rows.filter(({ takes_part }) => takes_part).map((one) => asUserId(one.user_id)),
  };
}

/** Present names of the people whom stored texts mention, without those who are not shown. */
export async function mentionedNames(
  pool: Pool,
  contents: readonly string[],
): Promise<(user_id: string) => string | undefined> {
  const ids = [...new Set(contents.flatMap(mentionsIn))];
  if (ids.length === 0) return () => undefined;
  const { rows } = await pool.query<{ id: string; name: string }>(
    `SELECT id, name FROM accounts.users WHERE id = ANY ($1::text[]) AND status = ${USER_STATUS.shown}`,
    [ids],
  );
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (user_id) => names.get(user_id);
}

/** A stored text as it is shown. */
export function shownMentions(
  content: string,
  nameOf: (user_id: string) => string | undefined,
): { content: string; mentions: ShownMention[] } {
  const mentions: ShownMention[] = [];
  // Places in the shown text: what was replaced before moves them.
  let grown = 0;
  const shown = replaceMentions(content, (user_id, at) => {
    const name = nameOf(user_id);
    const text = name === undefined ? NOBODY : `@${name}`;
    if (name !== undefined) mentions.push({ user_id, offset: at + grown, length: text.length });
    grown += text.length - mentionOf(user_id).length;
    return text;
  });
  return { content: shown, mentions };
}
