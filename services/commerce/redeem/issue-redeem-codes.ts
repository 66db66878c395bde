import type { PlanId, SkuId, UserId } from '#events/ids.ts';
import { isByPiece, PLAN_STATUS } from '#events/status.ts';
import { accountStream, planStream, redeemStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import { badInput, isRefusal, type Refusal } from '#services/runtime/refusal.ts';
import { isClosed } from '../accounts/is-closed.ts';
import { type PlanState, planKind, skuOf } from '../catalog/plan.ts';
import { accept, type Command, type Decided, refuse } from '../engine/command.ts';
import { monthOf } from '../prices/choice.ts';
import { type IssuedCode, redeemCodeKind } from './redeem-code.ts';

/** The contents of a batch of codes. */
export interface RedeemTerms {
  creator_id: UserId;
  plan_id: PlanId;
  sku_id: SkuId | null;
  /** Sponsorship: months, the plan's own period when left out. */
  month?: number;
  uses: number;
  valid_until: Millis | null;
}

export interface IssueRedeemCodes extends RedeemTerms {
  batch_id: string;
  /** Codes of the whole batch. */
  batch_size: number;
  /** Those of the batch that this command issues, `number` being their place in it. */
  codes: readonly { code_id: string; redeem_id: string; number: number }[];
}

/** Months of a code, 0 without a period; or the refusal of these terms. */
export function redeemableMonth(plan: PlanState, terms: RedeemTerms, now: Millis): number | Refusal {
  if (plan.phase === 'none' || plan.creator_id !== terms.creator_id) return { code: 'not_found' };
  if (plan.status === PLAN_STATUS.deleted) return { code: 'plan_deleted' };
  const { sku_id, valid_until } = terms;
  if (valid_until !== null && valid_until <= now) {
    return badInput('valid_until', { key: 'in_the_past' });
  }
  // SKUs of a bundle are not sold separately.
  const bySku = isByPiece(plan.offer.product_type);
  if (sku_id !== null && (!bySku || skuOf(plan, sku_id) === undefined)) {
    return badInput('sku_id', { key: 'unknown' });
  }
  return monthOf(plan, terms.month);
}

const isSame = (code: IssuedCode, input: IssueRedeemCodes): boolean =>
  code.batch_id === input.batch_id &&
  code.batch_size === input.batch_size &&
  code.plan_id === input.plan_id &&
  code.sku_id === input.sku_id &&
  code.uses === input.uses &&
  code.valid_until === input.valid_until &&
  (input.month === undefined || code.month === input.month);

/**
 * Issues the codes of one batch. Existing ones stay, so a repetition after a crash completes the batch; another
 * request with the same key is idempotency_key_reused. Refuses another's plan and a closed account (not_found), a deleted plan, and by
 * field an unknown SKU, invalid months and an end in the past.
 */
export function issueRedeemCodes(input: IssueRedeemCodes): Command<{ issued: number }> {
  const { creator_id, plan_id, codes, batch_id, batch_size, sku_id, uses, valid_until } = input;
  const plan_stream = planStream(plan_id);
  return {
    name: 'issue_redeem_codes',
    bulk: 'num',
    actor: `user:${creator_id}`,
    streams: [plan_stream, accountStream(creator_id), ...codes.map(({ code_id }) => redeemStream(code_id))],
    decide(states, now) {
      if (isClosed(states, creator_id)) return refuse({ code: 'not_found' });
      const missing: (typeof input.codes)[number][] = [];
      for (const code of codes) {
        const state = states.get(redeemCodeKind, redeemStream(code.code_id));
        if (state.phase === 'none') missing.push(code);
        else if (!isSame(state, input)) return refuse({ code: 'idempotency_key_reused' });
      }
      if (missing.length === 0) return accept([], { issued: 0 });
      const month = redeemableMonth(states.get(planKind, plan_stream), input, now);
      if (isRefusal(month)) return refuse(month);
      const events = missing.map((code): Decided => {
        const data = { ...code, batch_id, batch_size, creator_id, plan_id, sku_id, uses, valid_until, month };
        const event = { type: 'RedeemCodeIssued' as const, data };
        return { stream: redeemStream(code.code_id), creator_id, event };
      });
      return accept(events, { issued: events.length });
    },
  };
}
