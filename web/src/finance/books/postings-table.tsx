import type { Ledger } from '#services/contract/books/books.ts';
import type { Column } from '../../components/table/columns.ts';
import { useLocale } from '../../language/use-locale.ts';
import { AboutLink } from './about-link.tsx';
import { ownBalance } from './account-words.ts';
import { Balance } from './balance.tsx';

type Posting = Ledger['list'][number];

/** Zero is left out: it is the other side that was booked. */
const booked = (yuan: string): string | null => (Number(yuan) === 0 ? null : yuan);

/** Columns of an account's postings, which come newest first, each with the balance after it. */
export function usePostingColumns(account: string): Column<Posting>[] {
  const { t, formats } = useLocale('books');
  return [
    { id: 'what', head: t('column.what'), value: ({ kind }) => t(`kind.${kind}`) },
    {
      id: 'position',
      head: t('column.position'),
      kind: 'number',
      value: ({ position }) => position,
      cell: ({ position }) => formats.number(position),
    },
    { id: 'time', head: t('column.time'), kind: 'time', value: ({ time }) => time },
    {
      id: 'about',
      head: t('column.about'),
      kind: 'text',
      value: ({ out_trade_no, ref }) => out_trade_no ?? ref,
      cell: (posting) => <AboutLink booked={posting} />,
    },
    { id: 'debit', head: t('column.debit'), kind: 'money', value: ({ debit }) => booked(debit) },
    { id: 'credit', head: t('column.credit'), kind: 'money', value: ({ credit }) => booked(credit) },
    {
      id: 'balance',
      head: t('column.balance'),
      kind: 'money',
      value: ({ balance }) => ownBalance(account, balance),
      cell: ({ balance }) => <Balance account={account} balance={balance} />,
    },
  ];
}
