import type { Ledger } from '#services/contract/books/books.ts';
import { AnchorLink } from '../../components/links.tsx';
import { ShortId } from '../../components/short-id.tsx';
import { useFormats } from '../../language/use-locale.ts';

type Booked = Pick<Ledger['list'][number], 'kind' | 'out_trade_no' | 'ref'>;

const OF_WITHDRAWALS: readonly string[] = [
  'withdrawal',
  'withdrawal_rejected',
  'withdrawal_retried',
  'payout',
  'payout_failed',
  'payout_confirmed',
  'payout_returned',
];

/** The subject of an entry: an order or a withdrawal with links to their traces; a month, or another number. */
export function AboutLink({ booked: { kind, out_trade_no, ref } }: { booked: Booked }) {
  const formats = useFormats();
  const wraps = { style: { overflowWrap: 'anywhere' } } as const;
  if (out_trade_no !== null) {
    return (
      <AnchorLink to="/finance/trace" search={{ out_trade_no }} size="sm" {...wraps}>
        {out_trade_no}
      </AnchorLink>
    );
  }
  if (ref !== null && OF_WITHDRAWALS.includes(kind)) {
    return (
      <AnchorLink to="/finance/trace" search={{ withdrawal: ref }} size="sm" {...wraps}>
        <ShortId>{ref}</ShortId>
      </AnchorLink>
    );
  }
  if (ref !== null && kind === 'settlement') return formats.month(ref);
  return ref ?? '';
}
