import { Group, Stack, Text } from '@mantine/core';
import { IconBook2, IconChevronLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getTrialBalance, type Ledger, listLedger } from '#services/contract/books/books.ts';
import { queryOf } from '../../api/queries.ts';
import { DaysInput } from '../../components/forms/days-input.tsx';
import { AnchorLink } from '../../components/links.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { ShortId } from '../../components/short-id.tsx';
import { TablePage } from '../../components/table/table-page.tsx';
import { useLocale } from '../../language/use-locale.ts';
import type { SearchState } from '../../shell/search.ts';
import { useAsOf } from '../frame/as-of.ts';
import { AccountTree } from './account-tree.tsx';
import { accountWord } from './account-words.ts';
import { Balance } from './balance.tsx';
import { EntryDrawer } from './entry-drawer.tsx';
import { usePostingColumns } from './postings-table.tsx';

const A_PAGE = 50;

/** Filters of the postings of an account, kept in the address. */
interface LedgerChoice {
  account: string;
  /** Business days, both included. */
  from?: string | undefined;
  to?: string | undefined;
  page?: number | undefined;
}

/** Search parameters of the page. */
export interface LedgerSearch extends Omit<LedgerChoice, 'account'> {
  /** Without one all accounts are shown. */
  account?: string | undefined;
  /** Position of the entry that is open. */
  entry?: number | undefined;
}

/** /finance/ledger: accounts, the postings of one, and the event behind each. */
export function LedgerPage({ search, onSearch }: SearchState<LedgerSearch>) {
  const { account, entry, ...choice } = search;
  return (
    <>
      {account === undefined ? (
        <AllAccounts />
      ) : (
        <OneAccount choice={{ ...choice, account }} onSearch={onSearch} />
      )}
      <EntryDrawer position={entry} onClose={() => onSearch({ ...search, entry: undefined })} />
    </>
  );
}

function AllAccounts() {
  const { t } = useLocale('books');
  const query = useQuery(queryOf(getTrialBalance, { users: 'each', as_of: useAsOf() }));
  return (
    <>
      <PageHead title={t('ledger.title')} text={t('ledger.text')} />
      <Loaded query={query} height={420}>
        {(books) => <AccountTree books={books} />}
      </Loaded>
    </>
  );
}

interface OneProps {
  choice: LedgerChoice;
  onSearch: (search: LedgerSearch) => void;
}

function OneAccount({ choice, onSearch }: OneProps) {
  const { t } = useLocale('books');
  const { account, from, to, page = 1 } = choice;
  const as_of = useAsOf();
  const postings = (at: number) => queryOf(listLedger, { ...choice, page: at, per_page: A_PAGE, as_of });
  const query = useQuery(postings(page));
  const title = accountWord(t, account, query.data?.name ?? '');
  return (
    <>
      <PageHead title={title} text={<ShortId>{account}</ShortId>} />
      <Stack gap="md">
        <Group justify="space-between" gap="sm">
          <AnchorLink to="/finance/ledger" size="sm">
            <Group gap={4} component="span">
              <IconChevronLeft size={16} aria-hidden /> {t('ledger.all')}
            </Group>
          </AnchorLink>
          <DaysInput
            clearable
            from={from}
            to={to}
            onChange={(days) => onSearch({ account, from: days?.from, to: days?.to })}
          />
        </Group>
        {query.data && <Sums account={account} ledger={query.data} />}
        <TablePage
          label={t('ledger.postings')}
          columns={usePostingColumns(account)}
          rowKey={({ position }) => String(position)}
          onOpen={({ position }) => onSearch({ account, from, to, page, entry: position })}
          openLabel={({ kind, position }) => t('entry.open', { what: t(`kind.${kind}`), position })}
          queryOf={postings}
          perPage={A_PAGE}
          page={page}
          onPage={(chosen) => onSearch({ account, from, to, page: chosen })}
          nothing={{ icon: <IconBook2 aria-hidden />, title: t('ledger.noPostings') }}
          file="postings"
        />
      </Stack>
    </>
  );
}

function Sums({ account, ledger }: { account: string; ledger: Ledger }) {
  const { t, formats } = useLocale('books');
  return (
    <Group gap="xl" align="baseline">
      <div>
        <Text className="hint">{t('ledger.balance')}</Text>
        <Text fz={{ base: 20, sm: 28 }} fw={650} lh={1.2} className="figures">
          <Balance account={account} balance={ledger.balance} />
        </Text>
      </div>
      <Text className="hint figures">
        {t('column.debit')} {formats.money(ledger.debit)} · {t('column.credit')}{' '}
        {formats.money(ledger.credit)} · {t('ledger.count', { count: ledger.total_count })}
      </Text>
    </Group>
  );
}
