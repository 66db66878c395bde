import type { StatementLineKind } from '#events/books.ts';
import { isCartNumber, numberOfCharge } from '#events/ids.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { BANK, CHARGEBACK, DIFFERENCES, PSP_FEE, pspAccount } from './accounts.ts';
import type { Booking } from './booked-entry.ts';

/**
 * The counter-account of a line, apart from its fee. Charges and refunds are booked from our events. Payouts to
 * creators are booked from the bank: their line shows that the provider paid them from our balance.
 */
const OTHER_SIDE: Readonly<Record<StatementLineKind, string | null>> = {
  charge: null,
  refund: null,
  payout: BANK,
  transfer: BANK,
  dispute: CHARGEBACK,
  fee: null,
  other: null,
};

type StatementEvent = Extract<
  RecordedEvent,
  { type: 'StatementLineRecorded' | 'DifferenceResolved' | 'DifferenceReopened' }
>;

/** The order that a charge pays; none for a cart's. */
function orderOf(reference: string): string | null {
  const number = numberOfCharge(reference);
  return number === undefined || isCartNumber(number) ? null : number;
}

/** The postings of a provider's statement and of finance's resolutions. */
export function bookingOfStatement({
  type,
  data,
}: StatementEvent): Pick<Booking, 'kind' | 'out_trade_no' | 'ref' | 'amounts'> {
  const psp = pspAccount(data.provider);
  const out_trade_no = orderOf(data.reference);
  switch (type) {
    case 'StatementLineRecorded': {
      const { fee, line_id, kind } = data;
      const other = OTHER_SIDE[kind];
      const amount = other === null ? 0 : data.amount;
      return {
        kind: 'statement_line',
        out_trade_no,
        ref: line_id,
        amounts: [
          { account: psp, amount: amount - fee },
          { account: PSP_FEE, amount: fee },
          ...(other === null ? [] : [{ account: other, amount: -amount }]),
        ],
      };
    }
    case 'DifferenceResolved':
    case 'DifferenceReopened': {
      const resolved = type === 'DifferenceResolved';
      const amount = resolved ? data.written_off : -data.written_back;
      // If a line books the whole amount, the provider's account is correct already, and its counter-account is
      // corrected.
      const account = OTHER_SIDE[data.kind] ?? psp;
      return {
        kind: resolved ? 'difference_resolved' : 'difference_reopened',
        out_trade_no,
        ref: data.difference_id,
        amounts: [
          { account, amount },
          { account: DIFFERENCES, amount: -amount },
        ],
      };
    }
    default:
      return type satisfies never;
  }
}
