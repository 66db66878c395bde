import { Alert, Group, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getTrialBalance, type TrialBalance } from '#services/api/books/contract/books.ts';
import { queryOf } from '../../api/queries.ts';
import { AnchorLink } from '../../components/links.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { useFormats } from '../../language/use-formats.ts';
import { useAsOf } from '../frame/as-of.ts';
import { WideTable } from '../frame/wide-table.tsx';
import { accountWord } from './account-words.ts';

/** Search parameters of the page. */
export interface TrialSearch {
  /** Creators' accounts, summed by default or listed. */
  users?: 'each' | undefined;
}

interface Props {
  search: TrialSearch;
  onSearch: (search: TrialSearch) => void;
}

/** /finance/trial-balance: every account with both its sides, and that they are equal. */
export function TrialBalancePage({ search, onSearch }: Props) {
  const { t } = useTranslation('books');
  const users = search.users ?? 'sum';
  const query = useQuery(
    queryOf(getTrialBalance, { users, as_of: useAsOf() }, { placeholderData: keepPreviousData }),
  );
  return (
    <>
      <PageHead title={t('trial.title')} text={t('trial.text')} />
      <Stack gap="md">
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            {t('trial.users')}
          </Text>
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
              <Accounts books={books} />
            </>
          )}
        </Loaded>
      </Stack>
    </>
  );
}

function Proof({ books: { total, as_of } }: { books: TrialBalance }) {
  const { t } = useTranslation('books');
  const formats = useFormats();
  const zero = total === '0.00';
  return (
    <Alert
      color={zero ? 'green' : 'red'}
      radius="lg"
      icon={zero ? <IconCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
    >
      <Text fw={650} className="figures">
        {t(zero ? 'trial.zero' : 'trial.notZero', { total: formats.money(total) })}
      </Text>
      <Text size="sm" className="figures">
        {t('trial.zeroText', {
          time: formats.dateTime(as_of.time),
          position: formats.number(as_of.position),
        })}
      </Text>
    </Alert>
  );
}

/** Both sides over all accounts, in yuan with two decimals; added up in fen. */
const sideOf = (accounts: TrialBalance['accounts'], side: 'debit' | 'credit'): string =>
  (accounts.reduce((sum, one) => sum + Math.round(Number(one[side]) * 100), 0) / 100).toFixed(2);

const SIDES = ['debit', 'credit'] as const;

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
  const { t } = useTranslation('books');
  const formats = useFormats();
  return (
    <WideTable label={t('trial.title')} minWidth={640}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('column.account')}</Table.Th>
          {[...SIDES, 'balance' as const].map((column) => (
            <Table.Th key={column} ta="right">
              {t(`column.${column}`)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {accounts.map(({ account, name, ...amounts }) => (
          <Table.Tr key={account}>
            <Table.Th scope="row" fw={400} className="names">
              <AccountLink account={account}>{accountWord(t, account, name)}</AccountLink>
              <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {account}
              </Text>
            </Table.Th>
            {SIDES.map((side) => (
              <Table.Td key={side} ta="right">
                {formats.money(amounts[side])}
              </Table.Td>
            ))}
            <Table.Td ta="right" fw={650}>
              {formats.money(amounts.balance)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr>
          <Table.Th>{t('trial.total')}</Table.Th>
          {SIDES.map((side) => (
            <Table.Th key={side} ta="right">
              {formats.money(sideOf(accounts, side))}
            </Table.Th>
          ))}
          <Table.Th ta="right">{formats.money(total)}</Table.Th>
        </Table.Tr>
      </Table.Tfoot>
    </WideTable>
  );
}
