import type { OutTradeNo, UserId } from '#events/ids.ts';
import type { DataOf } from '#events/registry.ts';
import { caseStream, orderStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import { badInput, quotaReached, type Refusal } from '#services/runtime/refusal.ts';
import { accept, type Command, refuse } from '../engine/command.ts';
import { IMPORT_PROVIDER, orderKind, type PaidOrder, refundable, remainingUnits } from '../orders/order.ts';
import { CASE_DUE_MS, caseKind, isOver } from './case.ts';

/** Cases that an order can have, one after the other. */
export const MAX_CASES = 5;

export interface OpenCase
  extends Pick<DataOf<'CaseOpened'>, 'case_id' | 'kind' | 'topic' | 'units' | 'text_ref' | 'pics'> {
  out_trade_no: OutTradeNo;
  user_id: UserId;
}

/** Lines that the order does not have, or no longer. */
function linesRefusal(order: PaidOrder, { kind, units }: OpenCase): Refusal | null {
  if (kind === 'refund' && refundable(order) === 0) return badInput('kind', { key: 'nothing_to_refund' });
  const left = new Map<string, number>(remainingUnits(order).map(({ sku_id, count }) => [sku_id, count]));
  for (const [at, { sku_id, count }] of units.entries()) {
    const most = left.get(sku_id) ?? 0;
    if (count > most) {
      return badInput(`sku.${at}.count`, { key: 'out_of_range', min: '1', max: String(most) });
    }
    left.set(sku_id, most - count);
  }
  return null;
}

/**
 * Opens a case about the fan's own paid order; the same case again changes nothing. Refuses: another's order
 * (not_found), an unpaid or imported one, an order with an open case (state_does_not_allow), by field lines that the
 * order does not have and a refund of nothing, and more than `MAX_CASES` (quota_reached).
 */
export function openCase(input: OpenCase): Command<{ due_at: Millis }> {
  const { out_trade_no, user_id, case_id } = input;
  const [order, stream] = [orderStream(out_trade_no), caseStream(out_trade_no)];
  return {
    name: 'open_case',
    actor: `user:${user_id}`,
    streams: [order, stream],
    decide(states, now) {
      const bought = states.get(orderKind, order);
      if (bought.phase === 'none' || bought.owner !== user_id) return refuse({ code: 'not_found' });
      const before = states.get(caseKind, stream);
      if (before.phase !== 'none' && before.case_id === case_id) {
        return accept([], { due_at: before.due_at });
      }
      const isOurs = bought.phase === 'paid' && bought.placed.provider !== IMPORT_PROVIDER;
      if (!isOurs || !isOver(before)) return refuse({ code: 'state_does_not_allow' });
      if (before.phase !== 'none' && before.cases >= MAX_CASES) return refuse(quotaReached(MAX_CASES));
      const refusal = linesRefusal(bought, input);
      if (refusal) return refuse(refusal);
      const due_at = now + CASE_DUE_MS;
      const { kind, topic, units, text_ref, pics } = input;
      const data = { case_id, out_trade_no, user_id, kind, topic, units, text_ref, pics, due_at };
      const event = { type: 'CaseOpened' as const, data };
      return accept([{ stream, creator_id: bought.placed.creator_id, event }], { due_at });
    },
  };
}
