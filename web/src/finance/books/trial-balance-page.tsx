import { Alert, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getTrialBalance, type TrialBalance } from '#services/contract/books/books.ts';
import { queryOf } from '../../api/queries.ts';
import { AnchorLink } from '../../components/links.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { saveFile } from '../../components/save-file.ts';
import { ShortId } from '../../components/short-id.tsx';
import { type Column, csvOf } from '../../components/table/columns.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { sumYuan } from '../../components/wire-money.ts';
import { useLocale } from '../../language/use-locale.ts';
import type { SearchState } from '../../shell/search.ts';
import { useAsOf } from '../frame/as-of.ts';
import { accountWord } from './account-words.ts';

/** Search parameters of the page. */
export interface TrialSearch {
  /** Creators' accounts, summed by default or listed. */
  users?: 'each' | undefined;
}

/** /finance/trial-balance: every account with both its sides, and that they are equal. */
export function TrialBalancePage({ search, onSearch }: SearchState<TrialSearch>) {
  const { t } = useLocale('books');
  const users = search.users ?? 'sum';
  const query = useQuery(
    queryOf(getTrialBalance, { users, as_of: useAsOf() }, { placeholderData: keepPreviousData }),
  );
  return (
    <>
      <PageHead title={t('trial.title')} text={t('trial.text')} />
      <Stack gap="md">
        <Group gap="xs">
          <Text className="hint">{t('trial.users')}</Text>
          <SegmentedControl
            size="xs"
            aria-label={t('trial.users')}
            value={query.data?.users ?? users}
            onChange={(chosen) => onSearch({ users: chosen === 'each' ? 'each' : undefined })}
            data={(['sum', 'each'] as const).map((value) => ({ value, label: t(`trial.${value}`) }))}
          />
        </Group>
        <Loaded query={query} height={420}>
          {(books) => (
            <>
              <Proof books={books} />
              <Text className="hint">{t('signs')}</Text>
              <Accounts books={books} />
            </>
          )}
        </Loaded>
      </Stack>
    </>
  );
}

function Proof({ books: { accounts, total, as_of } }: { books: TrialBalance }) {
  const { t, formats } = useLocale('books');
  const zero = total === '0.00';
  const debit = sumYuan(accounts.map((one) => one.debit));
  return (
    <Alert
      color={zero ? 'green' : 'red'}
      radius="lg"
      icon={zero ? <IconCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
    >
      <Text fw={650} className="figures">
        {t(zero ? 'trial.zero' : 'trial.notZero', { sum: formats.money(debit), total: formats.money(total) })}
      </Text>
      <Text size="sm" className="figures">
        {t('trial.zeroText', {
          time: formats.dateTime(as_of.time),
          position: as_of.position,
        })}
      </Text>
    </Alert>
  );
}

type Account = TrialBalance['accounts'][number];

/** Creators' accounts added up lead to the creators, any other to its postings. */
function AccountLink({ account, children }: { account: string; children: string }) {
  const total = (['pending', 'available', 'paying'] as const).find((kind) => account.endsWith(`:*:${kind}`));
  return total === undefined ? (
    <AnchorLink to="/finance/ledger" search={{ account }} size="sm">
      {children}
    </AnchorLink>
  ) : (
    <AnchorLink to="/finance" search={{ total }} size="sm">
      {children}
    </AnchorLink>
  );
}

function Accounts({ books: { accounts, total } }: { books: TrialBalance }) {
  const { t, formats } = useLocale('books');
  const amounts = (['debit', 'credit', 'balance'] as const).map(
    (side): Column<Account> => ({
      id: side,
      head: t(`column.${side}`),
      kind: 'money',
      value: (one) => one[side],
    }),
  );
  const name: Column<Account> = {
    id: 'account',
    head: t('column.account'),
    kind: 'name',
    value: ({ account }) => account,
    words: ({ account, name: whose }) => accountWord(t, account, whose),
    cell: (one) => (
      <div>
        <AccountLink account={one.account}>{accountWord(t, one.account, one.name)}</AccountLink>
        <Text className="footnote">
          <ShortId>{one.account}</ShortId>
        </Text>
      </div>
    ),
  };
  const totals = {
    account: t('trial.total'),
    balance: formats.money(total),
    debit: formats.money(sumYuan(accounts.map(({ debit }) => debit))),
    credit: formats.money(sumYuan(accounts.map(({ credit }) => credit))),
  };
  const columns = [name, ...amounts];
  return (
    <DataTable
      label={t('trial.title')}
      columns={columns}
      rows={accounts}
      rowKey={({ account }) => account}
      foot={({ id }) => totals[id as keyof typeof totals]}
      onExport={async (shown) => saveFile(csvOf(shown, accounts, formats), 'trial-balance.csv')}
    />
  );
}
