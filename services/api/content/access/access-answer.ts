import type { z } from 'zod';
import { asUserId } from '#events/ids.ts';
import { fenOf, toWire } from '#events/money.ts';
import { POST_STATUS } from '#events/status.ts';
import type { Millis } from '#events/time.ts';
import { plansByIds } from '#read-models/catalog/queries.ts';
import { type AccessFound, accessAt, type GrantFound } from '#read-models/content/access.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import type { AccessGrant, getAccess } from '#services/contract/content/access.ts';
import { NEVER_ENDS } from '#services/contract/fields/never-ends.ts';
import { type ApiRefusal, invalid } from '../../http/refusals.ts';

type Explanation = Omit<z.output<typeof getAccess.answer>, 'user' | 'as_of'>;

const secondsOf = (at: Millis): number => Math.floor(at / 1000);

function verdictOf(grant: GrantFound, { audience, window }: AccessFound, at: Millis): AccessGrant['verdict'] {
  if (!grant.included) return audience === 'price' && grant.membership ? 'cheaper' : 'other_plan';
  if (grant.counts) return 'opens';
  if (grant.from_at > at) return 'not_begun';
  const isOver = grant.ended_at !== null && grant.ended_at <= at;
  if (isOver && grant.refunded) return 'refunded';
  if (window === 'period' && grant.membership) return 'not_at_publication';
  return isOver ? 'replaced' : 'ended';
}

function reasonOf(post: AccessFound, viewer: string, at: Millis): Explanation['reason'] {
  if (viewer === post.creator_id) return 'creator';
  if (post.status === POST_STATUS.hidden) return 'hidden';
  if (post.status !== POST_STATUS.normal || post.published_at === null || post.published_at > at)
    return 'unpublished';
  if (post.audience === 'self') return 'only_creator';
  if (post.audience === 'all') return 'everybody';
  if (post.open_to_all) return post.public_at !== null && post.public_at <= at ? 'opened' : 'goal';
  if (post.has_right) return 'grant';
  return post.grants.length > 0 ? 'closed' : 'no_grant';
}

const OPEN: readonly Explanation['reason'][] = ['creator', 'everybody', 'opened', 'goal', 'grant'];

/** Whether the viewer could read the post at a time, and why, in words of the API. */
async function accessAnswer(
  { pool }: Pick<Dependencies, 'pool'>,
  post: AccessFound,
  viewer: string,
  at: Millis,
): Promise<Explanation> {
  const planOf = (key: string) => post.skus.find(({ sku_id }) => sku_id === key)?.plan_id ?? key;
  const ids = [...new Set(post.grants.map(({ key }) => planOf(key)))];
  const { rows } = await plansByIds(pool, { ids });
  const plans = new Map(rows.map((plan) => [plan.plan_id, plan]));
  const grants = post.grants.map((grant): AccessGrant => {
    const plan_id = planOf(grant.key);
    const plan = plans.get(plan_id);
    const sku = plan?.skus.find(({ sku_id }) => sku_id === grant.key);
    const ended = grant.ended_at !== null && grant.ended_at <= at ? grant.ended_at : null;
    return {
      kind: grant.membership ? 'membership' : 'purchase',
      out_trade_no: grant.out_trade_no,
      plan_id,
      sku_id: grant.membership ? '' : grant.key,
      name: [plan?.offer.name ?? '', ...(sku ? [sku.name] : [])].join(' · '),
      monthly_amount: toWire(fenOf(grant.monthly_price)),
      from: secondsOf(grant.from_at),
      until: grant.until_at === null ? NEVER_ENDS : secondsOf(grant.until_at),
      verdict: verdictOf(grant, post, at),
      ended_time: ended === null ? 0 : secondsOf(ended),
      ended_by: ended === null ? '' : grant.ended_by,
    };
  });
  const reason = reasonOf(post, viewer, at);
  const { audience, plan_ids, skus, window } = post;
  return {
    open: OPEN.includes(reason),
    reason,
    time: secondsOf(at),
    audience,
    min_price: toWire(fenOf(post.min_price)),
    plan_ids,
    skus,
    window,
    publish_time: secondsOf(post.published_at ?? 0),
    public_time: secondsOf(post.public_at ?? 0),
    grants,
  };
}

interface Asked {
  post_id: string;
  /** Whom the answer names. */
  whose: string;
  /** Whose right counts: of a member of the team the creator's. */
  viewer: string;
  at: Millis;
}

/** The explanation for one person; undefined for a post that does not exist. */
export async function explainedAccess(
  deps: Pick<Dependencies, 'pool' | 'directory'>,
  { post_id, whose, viewer, at }: Asked,
): Promise<z.output<typeof getAccess.answer> | undefined> {
  const user_id = asUserId(whose);
  const [{ rows, as_of }, people] = await Promise.all([
    accessAt(deps.pool, { post_id, viewer, at }),
    deps.directory.usersByIds([user_id]),
  ]);
  const [found] = rows;
  if (found === undefined) return undefined;
  const { name = '', avatar = '' } = people.get(user_id) ?? {};
  return { ...(await accessAnswer(deps, found, viewer, at)), user: { user_id, name, avatar }, as_of };
}

/** A time of the answer in Unix milliseconds, now without one; a refusal for a later one. */
export function momentOf(time: number | undefined, now: Millis): Millis | ApiRefusal {
  const at = time === undefined ? now : time * 1000;
  return at > now ? invalid('at', { key: 'in_future' }) : at;
}
