import { randomInt } from 'node:crypto';
import type { z } from 'zod';
import type { AffiliateTerms } from '#events/affiliates.ts';
import { affiliateIdOf, asPlanId, type UserId } from '#events/ids.ts';
import { AFFILIATE_STATUS } from '#events/status.ts';
import { affiliateStream } from '#events/stream-names.ts';
import {
  affiliateOf,
  affiliatesFor,
  affiliatesOf,
  type ListedAffiliate,
  ordersOfAffiliate,
} from '#read-models/affiliates/queries.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { affiliateKind } from '#services/commerce/affiliates/affiliate.ts';
import {
  changeAffiliate,
  closeAffiliate,
  type NewAffiliate,
  openAffiliate,
} from '#services/commerce/affiliates/edit-affiliate.ts';
import type { Command } from '#services/commerce/engine/command.ts';
import {
  deleteAffiliate,
  editAffiliate,
  type editAffiliateBody,
  generateAffiliateCode,
  getAffiliate,
  listAffiliates,
  listMyAffiliates,
} from '#services/contract/affiliates/calls.ts';
import { badInput, isRefusal } from '#services/runtime/refusal.ts';
import { ok, pageAnswer, rangeOf } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { withinQuota } from '../http/quota.ts';
import { affiliateAnswers, affiliateOrderAnswer, partnerAnswers } from './affiliate-answer.ts';

/** Without similar characters: 0 and O, 1, I and L, 2 and Z, 5 and S, 8 and B, U and V. */
const LETTERS = '34679ACDEFGHJKMNPQRTWXY';
const LENGTH = 8;

const randomCode = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');

/** A random code that the creator has not and never had. */
async function freeAffiliateCode(
  { committer }: Pick<Dependencies, 'committer'>,
  creator_id: UserId,
): Promise<string> {
  for (;;) {
    const code = randomCode();
    const stream = affiliateStream(affiliateIdOf(creator_id, code));
    const found = await committer.read([stream], (states) => states.get(affiliateKind, stream));
    if (found.phase === 'none') return code;
  }
}

const termsOf = ({ rate, plan_ids, status, note }: z.output<typeof editAffiliateBody>): AffiliateTerms => ({
  rate_percent: rate,
  plan_ids: [...new Set(plan_ids)].map(asPlanId),
  active: status === AFFILIATE_STATUS.active,
  note: note.trim(),
});

/** Without an id a new code; the schema then requires text and partner. */
function editOf(
  wish: Omit<NewAffiliate, 'code' | 'partner_id'>,
  { affiliate_id, code, partner_id }: { affiliate_id?: string; code?: string; partner_id?: UserId },
): Command<{ affiliate_id: string }> {
  if (affiliate_id !== undefined) return changeAffiliate({ ...wish, affiliate_id, code, partner_id });
  if (code === undefined || partner_id === undefined) throw new Error('a new code has no text or no partner');
  return openAffiliate({ ...wish, code, partner_id });
}

/** Codes by which others' orders bring a partner a part: their creator's side, and the partner's. */
export const affiliateRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'affiliates');
  const { pool, committer, accounts } = deps;

  /** Another creator, by the address of the page or by id. */
  async function partnerNamed(named: string): Promise<UserId | undefined> {
    const { profiles } = accounts;
    const found = (await profiles.bySlug(named)) ?? (await profiles.byId(named));
    return found?.creator ? found.user_id : undefined;
  }

  /** The code as just decided, with the earnings of the read model. */
  async function decided(affiliate_id: string, creator_id: UserId): Promise<ListedAffiliate> {
    const stream = affiliateStream(affiliate_id);
    const [state, { rows }] = await Promise.all([
      committer.read([stream], (states) => states.get(affiliateKind, stream)),
      affiliateOf(pool, { affiliate_id, creator_id }),
    ]);
    if (state.phase === 'none') throw new Error(`affiliate ${affiliate_id} was decided on and is not there`);
    const { orders = 0, gross = 0, commission = 0 } = rows[0] ?? {};
    const { phase: _phase, opened_at, ...code } = state;
    return { ...code, orders, gross, commission, create_time: Math.floor(opened_at / 1000) };
  }

  on(listAffiliates, async ({ query, caller }) => {
    const found = await affiliatesOf(pool, { creator_id: caller.user_id, ...rangeOf(query) });
    return pageAnswer(query, found, await affiliateAnswers(deps, found.list));
  });

  on(getAffiliate, async ({ query, caller }) => {
    const { affiliate_id } = query;
    const found = await affiliateOf(pool, { affiliate_id, creator_id: caller.user_id });
    const [affiliate] = await affiliateAnswers(deps, found.rows);
    if (!affiliate) return { code: 'not_found' };
    const { rows, as_of } = await ordersOfAffiliate(pool, { affiliate_id, ...rangeOf(query) });
    const page = { list: rows, total_count: affiliate.orders, as_of };
    return { affiliate, ...pageAnswer(query, page, rows.map(affiliateOrderAnswer)) };
  });

  on(generateAffiliateCode, async ({ caller, reply }) =>
    reply.send(ok({ code: await freeAffiliateCode(deps, caller.user_id) })),
  );

  on(editAffiliate, async ({ body, caller: { user_id: creator_id } }) => {
    const { affiliate_id, code, partner } = body;
    const granted = await accounts.rights.allows(creator_id, ({ rights }) => rights.can_affiliate);
    const partner_id = partner === undefined ? undefined : await partnerNamed(partner.trim());
    if (partner !== undefined && partner_id === undefined) {
      return badInput('partner', { key: 'unknown' });
    }
    const wish = { creator_id, granted, terms: termsOf(body) };
    const save = () => committer.submit(editOf(wish, { affiliate_id, code, partner_id }));
    const made = affiliate_id === undefined;
    const room = { kind: 'affiliates' as const, creator: creator_id };
    const outcome = await (made ? withinQuota(deps, room, save) : save());
    if (isRefusal(outcome)) return outcome;
    if (!outcome.accepted) return outcome.refusal;
    const shown = await decided(outcome.result.affiliate_id, creator_id);
    const [affiliate] = await affiliateAnswers(deps, [shown]);
    if (!affiliate) throw new Error('a code has no answer');
    return { affiliate, position: outcome.position };
  });

  on(deleteAffiliate, async ({ body: { affiliate_id }, caller }) => {
    const whose = { creator_id: caller.user_id };
    const outcome = await committer.submit(closeAffiliate({ ...whose, affiliate_id }));
    return outcome.accepted ? { position: outcome.position } : outcome.refusal;
  });

  on(listMyAffiliates, async ({ query, caller }) => {
    const found = await affiliatesFor(pool, { partner_id: caller.user_id, ...rangeOf(query) });
    return pageAnswer(query, found, await partnerAnswers(deps, found.list));
  });
};
