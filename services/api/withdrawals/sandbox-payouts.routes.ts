import { recordPayoutNotice } from '#services/commerce/withdrawals/payout.ts';
import { settleSandboxPayout } from '#services/contract/withdrawals/sandbox-payouts.ts';
import { noticeOf } from '#services/modules/withdrawals/payouts/payout-notices.ts';
import { type Area, routesOf } from '../http/area.ts';

/** The results that a real payout provider would decide and report. */
export const sandboxPayoutRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'withdrawals');
  const { payouts, committer } = deps;
  if (!payouts) return;

  on(settleSandboxPayout, async ({ body: { order_id: withdrawal_id, outcome, cause } }) => {
    const result = outcome === 'failed' ? { kind: outcome, cause } : { kind: outcome };
    const decided = await payouts.decide(withdrawal_id, result);
    if (!decided) return { code: 'not_found' };
    const { user_id, payout_id, payee_kind, state } = decided;
    const notice = noticeOf(state, payee_kind);
    if (!notice) return { code: 'state_does_not_allow' };
    const submission = await committer.submit(
      recordPayoutNotice({ user_id, withdrawal_id, payout_id, provider: payouts.name, notice }),
    );
    if (!submission.accepted) return submission.refusal;
    return { payout_id, status: submission.result.status };
  });
};
