import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { UserId } from '#events/ids.ts';
import { exportOwnData } from '#services/contract/accounts/own-data.ts';
import { type Endpoint, withQuery } from '#services/contract/endpoint.ts';
import type { AttemptLimit } from '#services/modules/accounts/attempts.ts';
import type { Vault } from '#services/modules/accounts/vault.ts';
import { type Area, routesOf } from '../http/area.ts';
import { languageOf } from '../http/language.ts';
import { SESSION_COOKIE } from '../http/session/session-cookie.ts';
import { CREATOR_CALLS, OWN_CALLS } from './own-data-calls.ts';

/** What the person wrote, follows, likes and blocks: rows after `$2`, by the column `after`, none twice. */
const ROWS: Readonly<Record<string, string>> = {
  comments: `SELECT sn AS after, post_id, reply_to, content, created_at FROM content.comments
              WHERE user_id = $1 AND sn > $2 ORDER BY sn LIMIT 500`,
  liked_comments: `SELECT comment_sn AS after FROM content.comment_likes
                    WHERE user_id = $1 AND comment_sn > $2 ORDER BY comment_sn LIMIT 500`,
  reported_comments: `SELECT comment_sn AS after, reason FROM content.comment_reports
                       WHERE user_id = $1 AND comment_sn > $2 ORDER BY comment_sn LIMIT 500`,
  reported_posts: `SELECT post_id AS after, topic, reason, reported_at FROM content.post_reports
                    WHERE user_id = $1 AND post_id > $2 ORDER BY post_id LIMIT 500`,
  marks: `SELECT place AS after, kind, subject_id, creator_id FROM relations.marks
           WHERE user_id = $1 AND place > $2 ORDER BY place LIMIT 500`,
  blocks: `SELECT place AS after, kind, other_id, created_at FROM relations.blocks
            WHERE user_id = $1 AND place > $2 ORDER BY place LIMIT 500`,
  // Each saved text of a post; one can have 100,000 characters.
  posts: `SELECT post_id || text_hash AS after, post_id, title, content, rich, teaser, created_at FROM content.texts
           WHERE creator_id = $1 AND post_id || text_hash > $2 ORDER BY post_id || text_hash LIMIT 20`,
  drafts: `SELECT draft_id AS after, post_id, body, saved_at FROM content.drafts
            WHERE creator_id = $1 AND draft_id > $2 ORDER BY draft_id LIMIT 20`,
  albums: `SELECT album_id AS after, title, content, created_at FROM content.albums
            WHERE creator_id = $1 AND album_id > $2 ORDER BY album_id LIMIT 500`,
};
/** What the person wrote about orders; the texts are in the vault. */
const REQUESTS = `SELECT ref AS after FROM accounts.vault
                   WHERE user_id = $1 AND kind = 'case' AND ref > $2 ORDER BY ref LIMIT 100`;

const envelope = z.object({
  ec: z.number(),
  em: z.string(),
  data: z.looseObject({ has_more: z.boolean().optional() }),
});

/** Files of one person: each reads everything that there is of them. */
const EXPORTS: AttemptLimit = { most: 3, windowMs: 3_600_000, perDay: 5 };

const PER_PAGE = 50;
/** Before every number and every id. */
const FIRST = '0';
/** Pages of one part: more than quotas and limits allow in years. */
const MAX_PAGES = 2_000;

/** The answer of a call as the person gets it, and all pages of a list. */
async function* pagesOf(app: FastifyInstance, request: FastifyRequest, endpoint: Endpoint) {
  const token = request.headers.authorization ?? `Bearer ${request.cookies[SESSION_COOKIE]}`;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const answer = await app.inject({
      // A call without pages ignores them.
      url: withQuery(endpoint.path, { page, per_page: PER_PAGE }),
      remoteAddress: request.ip,
      headers: { host: 'localhost', authorization: token, 'locale-lang': languageOf(request) },
    });
    const { ec, em, data } = envelope.parse(answer.json());
    if (ec !== 200) throw new Error(`${endpoint.path} was refused: ${em}`);
    yield data;
    if (data.has_more !== true) return;
  }
}

async function* rowsOf(pool: Pool, user: UserId, text: string) {
  let after = FIRST;
  for (;;) {
    const { rows } = await pool.query<{ after: number | string }>(text, [user, after]);
    if (rows.length === 0) return;
    yield rows;
    after = String(rows.at(-1)?.after);
  }
}

async function* requestsOf(pool: Pool, vault: Pick<Vault, 'read'>, user: UserId) {
  for await (const rows of rowsOf(pool, user, REQUESTS))
    yield [...(await vault.read(rows.map(({ after }) => String(after)))).values()];
}

/** One part of the file: a list of pages, so that nothing is kept in memory. */
async function* partOf(name: string, pages: AsyncIterable<unknown>): AsyncGenerator<string> {
  yield `,\n${JSON.stringify(name)}: [`;
  let between = '';
  for await (const page of pages) {
    yield `${between}${JSON.stringify(page)}`;
    between = ',\n';
  }
  yield ']';
}

/** The caller's own data as a file. */
export const ownDataRoutes: Area =
  ({ pool, vault, clock, accounts: { attempts } }) =>
  async (app) => {
    const on = routesOf(app, 'accounts');

    async function* fileOf(
      request: FastifyRequest,
      user: UserId,
      isCreator: boolean,
    ): AsyncGenerator<string> {
      yield `{"format": 1,\n"user_id": ${JSON.stringify(user)},\n"time": ${Math.floor(clock.now() / 1000)}`;
      for (const [name, call] of Object.entries({ ...OWN_CALLS, ...(isCreator && CREATOR_CALLS) }))
        yield* partOf(name, pagesOf(app, request, call));
      for (const [name, text] of Object.entries(ROWS)) yield* partOf(name, rowsOf(pool, user, text));
      yield* partOf('requests', requestsOf(pool, vault, user));
      yield '}\n';
    }

    on(exportOwnData, async ({ caller, request, reply }) => {
      const subject = createHash('sha256').update(`export ${caller.user_id}`).digest();
      const { wait } = await attempts.reserve(subject, EXPORTS);
      if (wait > 0) return { code: 'too_many_requests', retry_after: wait };
      reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', 'attachment; filename="fanwatt-data.json"');
      return reply.send(Readable.from(fileOf(request, caller.user_id, caller.is_creator)));
    });
  };
