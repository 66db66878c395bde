import type { StatementLineKind } from '#events/books.ts';
import { bareCell } from '#services/runtime/tables/table-cells.ts';
import { tableTime, utcInstant } from '#services/runtime/tables/table-time.ts';
import { placesOf } from './column-places.ts';
import type { StatementFormat } from './statement-format.ts';

/**
 * Names of the columns in the dashboard's export of balance transactions, and in the itemized balance reports
 * (Stripe, Reports: balance_change_from_activity.itemized). Amounts are in major units; net = amount − fee.
 */
const COLUMNS = {
  line_id: ['id', 'balance_transaction_id'],
  kind: ['reporting_category', 'reporting category', 'type'],
  source: ['source', 'source_id', 'source id'],
  amount: ['amount', 'gross'],
  fee: ['fee'],
  net: ['net'],
  currency: ['currency'],
  created: ['created (utc)', 'created_utc'],
} as const;

/**
 * Our names of Stripe's types and reporting categories; all others are `other`. Stripe's payout is a transfer to our
 * bank.
 */
const KINDS: Readonly<Record<string, StatementLineKind>> = {
  charge: 'charge',
  payment: 'charge',
  partial_capture_reversal: 'charge',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund',
  payment_failure_refund: 'refund',
  transfer: 'payout',
  transfer_reversal: 'payout',
  transfer_refund: 'payout',
  transfer_cancel: 'payout',
  transfer_failure: 'payout',
  payout: 'transfer',
  payout_reversal: 'transfer',
  payout_cancel: 'transfer',
  payout_failure: 'transfer',
  payout_minimum_balance_hold: 'transfer',
  payout_minimum_balance_release: 'transfer',
  topup: 'transfer',
  topup_reversal: 'transfer',
  fee: 'fee',
  stripe_fee: 'fee',
  stripe_fx_fee: 'fee',
  tax_fee: 'fee',
  tax: 'fee',
  network_cost: 'fee',
  dispute: 'dispute',
  dispute_reversal: 'dispute',
};

/** Older exports call a dispute an adjustment: its source decides. */
const DISPUTE = /^(dp|du)_/;

/** Our id of a line's subject, sent to Stripe as metadata under this name. */
const OWN_ID: Readonly<Partial<Record<StatementLineKind, string>>> = {
  charge: 'charge_id',
  dispute: 'charge_id',
  refund: 'refund_id',
  payout: 'payout_id',
};

const timeOf = (text: string): number => tableTime(text, utcInstant) ?? Number.NaN;

/** Stripe's names of a metadata column: `charge_id (metadata)`, `payment_metadata[charge_id]`. */
const isMetadata = (column: string, name: string): boolean =>
  column === `${name} (metadata)` || column.endsWith(`metadata[${name}]`);

/** Stripe's balance transactions, from the dashboard or from a report. */
export const stripeFormat: StatementFormat = {
  name: 'stripe',
  provider: 'stripe',
  readerFor(head) {
    const at = placesOf(head, COLUMNS);
    if (!at) return undefined;
    const owns = new Map(
      ['charge_id', 'refund_id', 'payout_id'].map((name) => [
        name,
        head.flatMap((column, place) => (isMetadata(column, name) ? [place] : [])),
      ]),
    );
    return (cells) => {
      const cell = (place: number): string => bareCell(cells[place]);
      const [word, source] = [cell(at.kind).toLowerCase(), cell(at.source)];
      const named = word === '' ? undefined : (KINDS[word] ?? 'other');
      const kind = named === 'other' && DISPUTE.test(source) ? 'dispute' : named;
      const places = owns.get((kind && OWN_ID[kind]) ?? '') ?? [];
      return {
        line_id: cell(at.line_id),
        kind,
        reference: places.map(cell).find((id) => id !== '') ?? '',
        provider_reference: source.toLowerCase() === 'n/a' ? '' : source,
        amount: cell(at.amount),
        fee: cell(at.fee),
        net: cell(at.net),
        currency: cell(at.currency),
        at: timeOf(cell(at.created)),
      };
    };
  },
};
