import { asPlanId } from '#events/ids.ts';
import type { Millis } from '#events/time.ts';
import { agreementsOf } from '#read-models/memberships/agreements/queries.ts';
import type { AgreementRow } from '#read-models/memberships/agreements/tables.ts';
import { endAgreement } from '#services/commerce/memberships/end-agreement.ts';
import { RENEWED_BEFORE_MS } from '#services/commerce/orders/renew-membership.ts';
import {
  type Agreement,
  endAgreement as endAgreementCall,
  listAgreements,
} from '#services/contract/memberships/calls.ts';
import { type Area, routesOf } from '../http/area.ts';
import { wire } from '../http/money.ts';

const seconds = (at: Millis): number => Math.floor(at / 1000);

/** When the provider is asked next; null: never again. */
function nextCharge({ ended_at, open_order, next_at, until_at }: AgreementRow): number | null {
  if (ended_at !== null) return null;
  const at = open_order === '' ? until_at - RENEWED_BEFORE_MS : next_at;
  return at === null ? null : seconds(at);
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

    on(endAgreementCall, async ({ body, caller: { user_id } }) => {
      const outcome = await committer.submit(endAgreement({ user_id, plan_id: asPlanId(body.plan_id) }));
      return outcome.accepted ? { position: outcome.position } : outcome.refusal;
    });
  };
