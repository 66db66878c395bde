import { asOutTradeNo, asSkuId } from '#events/ids.ts';
import { fenOf, toWire } from '#events/money.ts';
import { supportRefundsStream } from '#events/stream-names.ts';
import { casesPassedOn } from '#read-models/cases/queries.ts';
import { acceptCase } from '#services/commerce/cases/accept-case.ts';
import { supportRefundsKind } from '#services/commerce/cases/case.ts';
import { type CaseMove, moveCase } from '#services/commerce/cases/move-case.ts';
import {
  closeCaseAsStaff,
  getStaffCase,
  listStaffCases,
  refundCase,
  writeInCaseAsStaff,
} from '#services/contract/cases/cases.ts';
import { pageAnswer, rangeOf } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import type { Caller } from '../http/caller.ts';
import { fenOfInput } from '../http/money.ts';
import { casesOf, threadsOf } from './case-answer.ts';

/** Cases that fans passed on, for support and finance. Each look at a thread is recorded. */
export const staffCaseRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'cases');
  const { committer, vault, pool, config } = deps;
  const noTexts = async () => new Map<string, string>();
  /** Finance has no limit by day, but a second person for large refunds. */
  const limitOf = ({ roles }: Caller) =>
    roles.includes('finance') ? undefined : config.supportRefundsPerDay;

  async function leftToday(caller: Caller): Promise<string | null> {
    const limit = limitOf(caller);
    if (limit === undefined) return null;
    const stream = supportRefundsStream(caller.user_id);
    const spent = await committer.read([stream], (states, now) => {
      const { day, amount } = states.get(supportRefundsKind, stream);
      return day === states.calendar.dayOf(now) ? amount : 0;
    });
    return toWire(fenOf(Math.max(0, limit - spent)));
  }

  on(listStaffCases, async ({ query }) => {
    const found = await casesPassedOn(pool, rangeOf(query));
    const cases = await casesOf(
      deps,
      found.list.map(({ out_trade_no }) => asOutTradeNo(out_trade_no)),
    );
    const reader = { by: 'staff' as const, user_id: null, read: noTexts };
    return pageAnswer(query, found, await threadsOf(deps, cases, reader));
  });

  on(getStaffCase, async ({ query, caller }) => {
    const [found] = await casesOf(deps, [asOutTradeNo(query.out_trade_no)]);
    if (found?.one === undefined || found.one.passed_on_at === null) return { code: 'not_found' };
    const { case_id } = found.one;
    const read = (refs: readonly string[]) => vault.readAsStaff(caller.user_id, refs, `case ${case_id}`);
    const [thread] = await threadsOf(deps, [found], { by: 'staff', user_id: caller.user_id, read });
    return thread ? { case: thread, left_today: await leftToday(caller) } : { code: 'not_found' };
  });

  async function move(
    body: { out_trade_no: string; case_id: string; reason: string },
    { user_id }: Caller,
    kind: CaseMove,
  ) {
    const out_trade_no = asOutTradeNo(body.out_trade_no);
    const { case_id, reason } = body;
    const outcome = await committer.submit(
      moveCase({ out_trade_no, case_id, by: 'staff', user_id, move: kind, text_ref: null, pics: [], reason }),
    );
    if (!outcome.accepted) return outcome.refusal;
    return { case_id, status: outcome.result.phase, position: outcome.position };
  }
  on(writeInCaseAsStaff, ({ body, caller }) => move(body, caller, 'message'));
  on(closeCaseAsStaff, ({ body, caller }) => move(body, caller, 'close'));

  on(refundCase, async ({ body, caller }) => {
    const { case_id, amount, sku, ticket_ids, reason } = body;
    const outcome = await committer.submit(
      acceptCase({
        out_trade_no: asOutTradeNo(body.out_trade_no),
        case_id,
        by: 'staff',
        user_id: caller.user_id,
        amount: amount === undefined ? undefined : fenOfInput(amount),
        units: sku.map(({ sku_id, count }) => ({ sku_id: asSkuId(sku_id), count })),
        ticket_ids,
        text_ref: null,
        reason: reason.trim(),
        second_above: config.payoutSecondApproval,
        day_limit: limitOf(caller),
      }),
    );
    if (!outcome.accepted) return outcome.refusal;
    const { phase: status, waits } = outcome.result;
    return { case_id, status, amount: toWire(outcome.result.amount), waits, position: outcome.position };
  });
};
