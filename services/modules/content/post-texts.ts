import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { lengthOf, storedDoc, teaserOf } from '#services/contract/content/rich-text.ts';
import { anyOf, queriesOn } from '#services/runtime/queries.ts';

/** Revisions of a post that stay. */
const MAX_REVISIONS = 50;
/** A younger revision can be of a command that is not decided yet. */
const UNDECIDED = sql<Date>`now() - interval '1 minute'`;

/** Characters of a text that can name its post. */
const NAME_CHARACTERS = 200;

export interface PostText {
  title: string;
  content: string;
  preview_text: string;
  /** JSON of an article's document; empty for plain text. */
  rich: string;
  /** JSON of the files (PostMedia of the contract); empty without files. */
  media: string;
}

/** What names a post. */
export type PostNames = Pick<PostText, 'title' | 'content' | 'preview_text'>;

/** A revision of a post, as events name it. */
interface Revision {
  post_id: string;
  text_hash: string;
}

/** A text as a reader gets it: without the right to read it, text and rich text end at the line of the paywall. */
export interface ReadText extends PostText {
  /** Of the whole text, without spaces */
  characters: number;
  /** That reading the whole text takes */
  minutes: number;
  /** Own ones for search engines; empty without */
  share_title: string;
  share_text: string;
}

interface Share {
  post_id: string;
  creator_id: UserId;
  share_title: string;
  share_text: string;
}

/** A text that is asked for. */
interface Reading extends Revision {
  has_right: boolean;
}

const NO_TEXT: ReadText = {
  title: '',
  content: '',
  preview_text: '',
  rich: '',
  media: '',
  characters: 0,
  minutes: 0,
  share_title: '',
  share_text: '',
};
/** Characters of a text in each form: more than any text has, in a list, and beside the files alone. */
const MAX_CHARACTERS = { whole: 1_000_000, listed: 20_000, media: 0 };
/** The form of new texts. */
const FORM = 2;

/** Form 1 has no rich text and no files. Each field has its bytes in front, so that no two texts are the same bytes. */
function hashOf(form: number, salt: string, text: PostText): string {
  const { title, content, preview_text, rich, media } = text;
  const hash = createHash('sha256');
  const further = form === 1 ? [] : [rich, media];
  for (const field of [`fanwatt-post-${form}`, salt, title, content, preview_text, ...further])
    hash.update(`${Buffer.byteLength(field)}:${field}`);
  return hash.digest('hex');
}

/** Whether a stored hash is of this text. */
const isOf = (hash: string, { form, salt }: { form: number; salt: string }, text: PostText): boolean =>
  (form > 1 || (text.rich === '' && text.media === '')) && hashOf(form, salt, text) === hash;

/** What follows from a text. */
function partsOf({ content, rich }: PostText) {
  const doc = storedDoc(rich);
  const teaser = doc && teaserOf(doc);
  return {
    teaser: teaser?.text ?? '',
    rich_teaser: teaser && teaser.doc.content.length > 0 ? JSON.stringify(teaser.doc) : '',
    ...lengthOf(content),
  };
}

/** A text that is not stored yet, as `of` would answer it. */
export function readTextOf(text: PostText, has_right: boolean): ReadText {
  const { teaser, rich_teaser, ...length } = partsOf(text);
  const shared = { share_title: '', share_text: '' };
  return { ...text, ...length, ...shared, ...(!has_right && { content: teaser, rich: rich_teaser }) };
}

/** Texts of posts, one row for each revision. */
export function openPostTexts(pool: Pool) {
  const db = queriesOn(pool);
  const revision = ({ post_id, text_hash }: Revision) =>
    db.selectFrom('content.texts').where('post_id', '=', post_id).where('text_hash', '=', text_hash);

  return {
    /**
     * Writes a revision before the command that names it. The text of the present revision is that revision.
     * @param present empty for a new post
     * @returns `written`: whether the row is this call's own
     */
    async save(
      of: { post_id: string; creator_id: UserId; present: string },
      text: PostText,
    ): Promise<{ text_hash: string; written: boolean }> {
      const { post_id, creator_id, present: text_hash } = of;
      const present = await revision({ post_id, text_hash }).select(['form', 'salt']).executeTakeFirst();
      if (present && isOf(text_hash, present, text)) return { text_hash, written: false };
      const salt = randomBytes(16).toString('hex');
      const row = {
        post_id,
        text_hash: hashOf(FORM, salt, text),
        creator_id,
        salt,
        form: FORM,
        ...text,
        ...partsOf(text),
      };
      await db.insertInto('content.texts').values(row).execute();
      return { text_hash: row.text_hash, written: true };
    },

    /** Removes a revision that no event names. */
    async forget({ post_id, text_hash }: Revision): Promise<void> {
      const rows = db.deleteFrom('content.texts').where('post_id', '=', post_id);
      await rows.where('text_hash', '=', text_hash).execute();
    },

    /** Removes all but the newest revisions, the present one, and those of undecided commands. */
    async forgetOld({ post_id, text_hash: present }: Revision): Promise<void> {
      const newest = db
        .selectFrom('content.texts')
        .where('post_id', '=', post_id)
        .select('text_hash')
        .orderBy('created_at', 'desc')
        .limit(MAX_REVISIONS);
      await db
        .deleteFrom('content.texts')
        .where('post_id', '=', post_id)
        .where('text_hash', '<>', present)
        .where('text_hash', 'not in', newest)
        .where('created_at', '<', UNDECIDED)
        .execute();
    },

    /** Keeps a post's own title and description for search engines; empty ones are none. They have no revisions. */
    async setShare({ post_id, share_title, share_text, ...of }: Share): Promise<void> {
      const row = { post_id, share_title: share_title.trim(), share_text: share_text.trim() };
      if (row.share_title === '' && row.share_text === '')
        await db.deleteFrom('content.shares').where('post_id', '=', post_id).execute();
      else
        await db
          .insertInto('content.shares')
          .values({ ...row, ...of })
          .onConflict((conflict) => conflict.column('post_id').doUpdateSet(row))
          .execute();
    },

    /** Removes every revision of a deleted post, its drafts, the text of its vote, and its words for search engines. */
    async forgetPost(post_id: string): Promise<void> {
      await db.deleteFrom('content.shares').where('post_id', '=', post_id).execute();
      await db.deleteFrom('content.texts').where('post_id', '=', post_id).execute();
      await db.deleteFrom('content.votes').where('post_id', '=', post_id).execute();
      await db.deleteFrom('content.drafts').where('post_id', '=', post_id).execute();
    },

    /** Whether a revision is this text; also if it is gone. */
    async matches({ post_id, text_hash }: Revision, text: PostText): Promise<boolean> {
      const row = await revision({ post_id, text_hash }).select(['form', 'salt']).executeTakeFirst();
      return row === undefined || isOf(text_hash, row, text);
    },

    /** Revisions of a post with the salts of their hashes, as far as they are kept. */
    async withSalts(post_id: string, hashes: readonly string[]) {
      return db
        .selectFrom('content.texts')
        .where('post_id', '=', post_id)
        .where('text_hash', '=', anyOf(hashes))
        .select(['form', 'salt', 'title', 'content', 'preview_text', 'rich', 'media'])
        .orderBy('created_at')
        .execute();
    },

    /**
     * The text of each post by its id, as its reader may have it; empty fields where it is gone. What a reader has no
     * right to stays in the database. In a list texts are cut, and without rich text; `media` leaves both out.
     */
    async of(
      revisions: readonly Reading[],
      form: keyof typeof MAX_CHARACTERS,
    ): Promise<(post_id: string) => ReadText> {
      const { rows } = await pool.query<ReadText & { post_id: string }>(
        `SELECT post_id, title, preview_text, media, characters, minutes,
                coalesce(share_title, '') AS share_title, coalesce(share_text, '') AS share_text,
                left(CASE WHEN has_right THEN content ELSE teaser END, $4::int) AS content,
                CASE WHEN NOT $5::boolean THEN '' WHEN has_right THEN rich ELSE rich_teaser END AS rich
           FROM unnest($1::text[], $2::text[], $3::boolean[]) AS asked (post_id, text_hash, has_right)
           JOIN content.texts USING (post_id, text_hash)
           LEFT JOIN content.shares USING (post_id)`,
        [
          revisions.map(({ post_id }) => post_id),
          revisions.map(({ text_hash }) => text_hash),
          revisions.map(({ has_right }) => has_right),
          MAX_CHARACTERS[form],
          form === 'whole',
        ],
      );
      const texts = new Map(rows.map(({ post_id, ...text }) => [post_id, text]));
      return (post_id) => texts.get(post_id) ?? NO_TEXT;
    },

    /** @returns what names each post: its title, with the beginning of its teaser and text */
    async namesOf(revisions: readonly Revision[]): Promise<(post_id: string) => PostNames> {
      if (revisions.length === 0) return () => NO_TEXT;
      const beginning = (column: 'content' | 'preview_text') =>
        sql<string>`left(${sql.ref(column)}, ${NAME_CHARACTERS})`.as(column);
      const rows = await db
        .selectFrom('content.texts')
        .where('post_id', '=', anyOf(revisions.map(({ post_id }) => post_id)))
        .where('text_hash', '=', anyOf(revisions.map(({ text_hash }) => text_hash)))
        .select(['post_id', 'title', beginning('content'), beginning('preview_text')])
        .execute();
      const names = new Map(rows.map(({ post_id, ...name }) => [post_id, name]));
      return (post_id) => names.get(post_id) ?? NO_TEXT;
    },
  };
}

export type PostTexts = ReturnType<typeof openPostTexts>;

/**
 * Removes texts of posts that never began, because a process ended between the text and the command. Looks at those
 * of the last week that are older than a day.
 */
export const forgetUnusedTexts = (pool: Pool): Promise<unknown> =>
  pool.query(
    `DELETE FROM content.texts t
      WHERE created_at BETWEEN now() - interval '8 days' AND now() - interval '1 day'
        AND NOT EXISTS (SELECT FROM log.events WHERE stream = 'post-' || t.post_id)`,
  );
