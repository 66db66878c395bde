import { Text } from '@mantine/core';
import type { ExportContents } from '#services/contract/books/books-export.ts';
import { Section } from '../../../components/section.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { DataTable } from '../../../components/table/data-table.tsx';
import { sumYuan } from '../../../components/wire-money.ts';
import { useLocale } from '../../../language/use-locale.ts';
import { accountWord } from '../account-words.ts';

type Account = ExportContents['accounts'][number];

const AMOUNTS = ['opening', 'debit', 'credit', 'balance'] as const;

/** The header of the file: its days, its position, and the balances of accounts. */
export function ContentsPart({ contents }: { contents: ExportContents }) {
  const { t, formats } = useLocale('books-exports');
  const { t: words } = useLocale('books');
  const { opens_on, closes_on, accounts, total, as_of } = contents;
  const label = t('states');
  const amounts = AMOUNTS.map(
    (id): Column<Account> => ({ id, head: t(id), kind: 'money', value: (one) => one[id] }),
  );
  const name: Column<Account> = {
    id: 'account',
    head: t('account'),
    value: ({ account }) => account,
    words: ({ account }) => accountWord(words, account, ''),
    cell: (one) => (
      <div>
        {accountWord(words, one.account, '')}
        <Text className="footnote">{one.account}</Text>
        {one.account.includes('*') && (
          <Text className="footnote">{t('ofCreators', { count: one.accounts })}</Text>
        )}
      </div>
    ),
  };
  return (
    <Section
      title={label}
      text={t('statesText', {
        from: formats.fullDay(opens_on),
        to: formats.fullDay(closes_on),
        position: as_of.position,
        postings: formats.number(total.postings),
        accounts: formats.number(total.accounts),
      })}
    >
      {accounts.length === 0 ? (
        <Text>{t('empty')}</Text>
      ) : (
        <>
          <Text className="hint">{words('signs')}</Text>
          <DataTable
            plain
            label={label}
            columns={[name, ...amounts]}
            rows={accounts}
            rowKey={({ account }) => account}
            foot={({ id }) => {
              const amount = AMOUNTS.find((one) => one === id);
              return amount === undefined
                ? t('total')
                : formats.money(sumYuan(accounts.map((one) => one[amount])));
            }}
          />
        </>
      )}
    </Section>
  );
}
