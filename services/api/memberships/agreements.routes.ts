import { asOutTradeNo, asPlanId, type OutTradeNo, type UserId } from '#events/ids.ts';
import { agreementStream, orderStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import { agreementsOf } from '#read-models/memberships/agreements/queries.ts';
import type { AgreementRow } from '#read-models/memberships/agreements/tables.ts';
import { type AgreementState, agreementKind } from '#services/commerce/memberships/agreement.ts';
import { endAgreement } from '#services/commerce/memberships/end-agreement.ts';
import { orderKind } from '#services/commerce/orders/order.ts';
import { RENEWED_BEFORE_MS } from '#services/commerce/orders/renew-membership.ts';
import {
  type Agreement,
  endAgreement as endAgreementCall,
  getOrderSignature,
  listAgreements,
} from '#services/contract/memberships/calls.ts';
import { type Area, routesOf } from '../http/area.ts';
import type { Dependencies } from '../http/dependencies.ts';
import { wire } from '../http/money.ts';
import { notFound } from '../http/refusals.ts';

const seconds = (at: Millis): number => Math.floor(at / 1000);

/** When the provider is asked next; null: never again. */
function nextCharge({ ended_at, open_order, next_at, until_at }: AgreementRow): number | null {
  if (ended_at !== null) return null;
  const at = open_order === '' ? until_at - RENEWED_BEFORE_MS : next_at;
  return at === null ? null : seconds(at);
}

/** What an agreement says about one order; `none` if it is about another one. */
function signedWith(state: AgreementState, order: OutTradeNo) {
  if (state.offer?.out_trade_no === order) return { status: 'offered' as const, agreed: state.offer };
  if (state.phase === 'none' || state.agreed.out_trade_no !== order) return { status: 'none' as const };
  return { status: state.phase, agreed: state.agreed };
}

/** The agreement for the plan of an order; undefined for an order that is not the fan's. */
async function signatureOf(
  committer: Dependencies['committer'],
  out_trade_no: OutTradeNo,
  user_id: UserId,
): Promise<{ result: AgreementState; position: number } | undefined> {
  const stream = orderStream(out_trade_no);
  const order = await committer.read([stream], (states) => states.get(orderKind, stream));
  if (order.phase === 'none' || order.owner !== user_id) return undefined;
  const agreement = agreementStream(order.placed.plan_id, order.placed.user_id);
  return committer.readAt([agreement], (states) => states.get(agreementKind, agreement));
}

/** The fan's agreements to renewals. */
export const agreementRoutes: Area =
  ({ pool, directory, committer }) =>
  async (app) => {
    const on = routesOf(app, 'memberships');

    on(listAgreements, async ({ caller: { user_id } }) => {
      const { rows, as_of } = await agreementsOf(pool, { user_id });
      const users = await directory.usersByIds(rows.map(({ creator_id }) => creator_id));
      return {
        list: rows.map((row) => {
          const { plan_id, plan_name, creator_id, amount, months, renewals, last_order, open_order } = row;
          const { name = '', avatar = '', url_slug = '' } = users.get(creator_id) ?? {};
          const user = { user_id: creator_id, name, avatar, url_slug };
          return {
            plan_id,
            name: plan_name,
            user,
            amount: wire(amount),
            months,
            renewals,
            last_order,
            open_order,
            agreed_time: seconds(row.agreed_at),
            until: seconds(row.until_at),
            next_charge_time: nextCharge(row),
            failed: row.failed,
            ended_time: row.ended_at === null ? null : seconds(row.ended_at),
            // Written from the events' reasons alone.
            end_reason: row.reason as Agreement['end_reason'],
          };
        }),
        as_of,
      };
    });

    on(getOrderSignature, async ({ query, caller: { user_id } }) => {
      const out_trade_no = asOutTradeNo(query.out_trade_no);
      const found = await signatureOf(committer, out_trade_no, user_id);
      if (found === undefined) return notFound;
      const { result: agreement, position } = found;
      const { status: sign_status, agreed } = signedWith(agreement, out_trade_no);
      const amount = agreed ? wire(agreed.amount) : null;
      return { out_trade_no, sign_status, amount, months: agreed?.months ?? 0, position };
    });

    on(endAgreementCall, async ({ body, caller: { user_id } }) => {
      const outcome = await committer.submit(endAgreement({ user_id, plan_id: asPlanId(body.plan_id) }));
      return outcome.accepted ? { position: outcome.position } : outcome.refusal;
    });
  };
