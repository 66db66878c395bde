import type { RecordedEvent } from '#events/recorded-event.ts';

interface Plain {
  ours: number | null;
  due: number | null;
  theirs: number[];
  written: number;
  seen: string | null;
}

/**
 * The provider's and our amounts of each move of money up to a position, recomputed from raw events: `provider kind
 * reference` → `state ours theirs written-off open`. Shares no code with the read model.
 */
export function plainReconciliation(
  events: readonly RecordedEvent[],
  through = Number.POSITIVE_INFINITY,
): Map<string, string> {
  const providers = new Map<string, string>();
  const withdrawals = new Map<string, { amount: number; provider: string }>();
  const items = new Map<string, Plain>();
  const periods = new Map<string, { provider: string; from: number; to: number }>();
  /** The provider's id of our move, and lines under that id. */
  const names = new Map<string, string>();
  const itemAt = (key: string): Plain => {
    const item = items.get(key) ?? { ours: null, due: null, theirs: [], written: 0, seen: null };
    items.set(key, item);
    return item;
  };
  /** A move without any amount does not exist. */
  const forgetIfSilent = (item: Plain): void => {
    if (item.ours === null && item.theirs.length === 0 && item.written === 0) item.seen = null;
  };
  const say = (key: string, amount: number, at: number | null, theirName = ''): void => {
    const item = itemAt(key);
    if (at !== null && (item.due === null || (item.ours === 0 && amount !== 0))) item.due = at;
    item.ours = (item.ours ?? 0) + amount;
    if (theirName === '') return;
    const [provider, kind] = key.split(' ');
    const orphanKey = `${provider} ${kind} ${theirName}`;
    names.set(orphanKey, key);
    const orphan = items.get(orphanKey);
    if (orphan && orphan.ours === null) {
      item.theirs.push(...orphan.theirs);
      orphan.theirs = [];
      forgetIfSilent(orphan);
    }
  };

  for (const { position, type, data: raw, metadata } of events) {
    if (position > through) break;
    if (metadata.imported) continue;
    // Raw events: the type determines the fields.
    const data = raw as object as Record<string, string> & Record<'amount' | 'from' | 'to', number>;
    const order = String(data.out_trade_no);
    const provider = providers.get(order);
    const withdrawal = `${data.user_id} ${data.withdrawal_id}`;
    const { at } = metadata;
    if (type === 'OrderPlaced') providers.set(order, String(data.provider));
    else if (type === 'WithdrawalRequested') {
      withdrawals.set(withdrawal, { amount: Number(data.amount), provider: '' });
    } else if (type === 'PayoutSent') {
      const of = withdrawals.get(withdrawal);
      if (of) of.provider = String(data.provider);
    } else if (type === 'PayoutSucceeded') {
      const of = withdrawals.get(withdrawal);
      if (of?.provider) {
        say(`${of.provider} payout ${data.payout_id}`, -of.amount, at, String(data.provider_reference));
      }
    } else if (type === 'PayoutDisputeClosed') {
      const { amount = 0, provider: by } = withdrawals.get(withdrawal) ?? {};
      const { moves } = data as object as { moves: string };
      const sign = { charged: -1, paid: -1, returned: 1 }[moves] ?? 0;
      if (sign !== 0)
        say(`${by} payout ${data.payout_id}`, sign * amount, at, String(data.provider_reference));
    } else if (provider && (type === 'OrderPaid' || type === 'LatePaymentReceived')) {
      if (data.charge_id !== null && data.amount > 0)
        say(`${provider} charge ${data.charge_id}`, data.amount, at);
    } else if (provider && type === 'OrderRefunded' && data.amount > 0 && data.by !== 'dispute') {
      say(`${provider} refund ${order}_${data.refund_id}`, -data.amount, null);
    } else if (provider && type === 'RefundSent') {
      say(`${provider} refund ${order}_${data.refund_id}`, 0, at, String(data.provider_refund_id));
    } else if (
      provider &&
      (type === 'RefundFailed' || (type === 'FailedRefundPaid' && data.paid_by === 'provider'))
    ) {
      const own = data.kind === 'late' && String(data.refund_id).startsWith(`ch_${order}_`);
      const late = own ? `late_${data.refund_id}` : `late_${data.refund_id}_${order}`;
      const id = data.kind === 'late' ? late : `${order}_${data.refund_id}`;
      const sign = type === 'RefundFailed' ? 1 : -1;
      say(`${provider} refund ${id}`, sign * Number(data.amount), at, String(data.provider_refund_id));
    } else if (provider && type === 'LatePaymentReturned') {
      const own = String(data.charge_id).startsWith(`ch_${order}_`);
      const id = own ? `late_${data.charge_id}` : `late_${data.charge_id}_${order}`;
      say(`${provider} refund ${id}`, -data.amount, at, String(data.provider_refund_id));
    } else if (type === 'StatementLineRecorded') {
      const both = ['charge', 'refund', 'payout'].includes(String(data.kind));
      const own = both ? data.reference || data.provider_reference || data.line_id : data.line_id;
      const key = `${data.provider} ${data.kind} ${own}`;
      itemAt(both && !data.reference ? (names.get(key) ?? key) : key).theirs.push(Number(data.amount));
    } else if (type === 'StatementImported') {
      const { provider: by = '', statement_id = '', from, to } = data;
      periods.set(statement_id, { provider: by, from, to });
    } else if (type === 'StatementReversed') {
      periods.delete(String(data.statement_id));
    } else if (type === 'DifferenceResolved') {
      const item = itemAt(`${data.provider} ${data.kind} ${data.reference}`);
      item.written += Number(data.written_off);
      const { ours, theirs } = (raw as { seen: unknown }).seen as {
        ours: number | null;
        theirs: number | null;
      };
      item.seen = `${ours} ${theirs}`;
      forgetIfSilent(item);
    } else if (type === 'DifferenceReopened') {
      const item = itemAt(`${data.provider} ${data.kind} ${data.reference}`);
      item.written -= Number(data.written_back);
      item.seen = null;
    }
  }

  const shown = new Map<string, string>();
  for (const [key, { ours, due, theirs: amounts, written, seen }] of items) {
    const [provider, kind] = key.split(' ');
    const theirs = amounts.length === 0 ? null : amounts.reduce((sum, amount) => sum + amount, 0);
    const equal = (theirs ?? 0) - (ours ?? 0) === written;
    const answered = [...periods.values()].some(
      (one) => one.provider === provider && due !== null && one.from <= due && due < one.to,
    );
    let state = 'differs';
    if (theirs === null && ours === null) {
      if (written === 0) continue;
    } else if (theirs === null) {
      if (due === null) state = 'awaited';
      else if (equal) state = 'matched';
      else state = answered ? 'only_ours' : 'awaited';
    } else if (equal || kind === 'transfer' || kind === 'fee') state = 'matched';
    else if (ours === null) state = 'only_theirs';
    const open = !['matched', 'awaited'].includes(state) && seen !== `${ours} ${theirs}`;
    shown.set(key, `${state} ${ours} ${theirs} ${written} ${open}`);
  }
  return shown;
}
