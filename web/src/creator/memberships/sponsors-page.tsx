import { Badge, SegmentedControl } from '@mantine/core';
import { IconHeartHandshake } from '@tabler/icons-react';
import {
  listSponsors,
  SPONSOR_SORTS,
  type Sponsor,
  type SponsorSort,
} from '#services/contract/memberships/sponsors.ts';
import { queryOf } from '../../api/queries.ts';
import { WordsField } from '../../components/forms/words-field.tsx';
import { PageHead } from '../../components/page-head.tsx';
import type { Column } from '../../components/table/columns.ts';
import { TablePage } from '../../components/table/table-page.tsx';
import { useLocale } from '../../language/use-locale.ts';
import type { SearchState } from '../../shell/search.ts';
import { EmptyOrders } from '../empty-orders.tsx';
import { MembersPart } from './members-part.tsx';
import { Person } from './person.tsx';

const A_PAGE = 24;

export interface SponsorsSearch {
  /** Without it: all fans who ever paid. */
  tab?: 'members' | undefined;
  q?: string | undefined;
  /** The day of the members list; without it, now. */
  date?: string | undefined;
  page?: number | undefined;
}

/** /dashboard/sponsors: all fans who ever paid, with their totals; and the present memberships. */
export function SponsorsPage({ search, onSearch }: SearchState<SponsorsSearch>) {
  const { t } = useLocale(['orders-received', 'refunds']);
  const { tab, page = 1, q, date } = search;
  return (
    <>
      <PageHead title={t('sponsors.title')} text={t('sponsors.text')} />
      <SegmentedControl
        aria-label={t('refunds:members.tabs')}
        mb="md"
        value={tab ?? ''}
        onChange={(chosen) => onSearch({ tab: chosen === 'members' ? 'members' : undefined })}
        data={[
          { value: '', label: t('refunds:members.sponsors') },
          { value: 'members', label: t('refunds:members.members') },
        ]}
      />
      {tab === 'members' ? (
        <MembersPart date={date} page={page} onSearch={(chosen) => onSearch({ tab: 'members', ...chosen })} />
      ) : (
        <AllSponsors q={q} page={page} onSearch={onSearch} />
      )}
    </>
  );
}

interface AllProps {
  q: string | undefined;
  page: number;
  onSearch: (search: SponsorsSearch) => void;
}

/** The order that the address names. */
const sortOf = (text: string | undefined): SponsorSort | undefined =>
  SPONSOR_SORTS.flatMap((by): SponsorSort[] => [by, `-${by}`]).find((one) => one === text);

function AllSponsors({ q: words, page, onSearch }: AllProps) {
  const { t, formats } = useLocale('orders-received');
  const narrowed = words !== undefined;
  const columns: Column<Sponsor>[] = [
    {
      id: 'name',
      head: t('column.buyer'),
      kind: 'name',
      value: ({ user }) => user.name,
      cell: ({ user, imported }) => <Person user={user} badge={imported && <Imported />} />,
    },
    { id: 'sum', head: t('sponsors.sum'), kind: 'money', value: ({ all_sum_amount }) => all_sum_amount },
    { id: 'orders', head: t('sponsors.orders'), kind: 'count', value: ({ order_count }) => order_count },
    {
      id: 'first',
      head: t('sponsors.first'),
      kind: 'time',
      value: ({ first_pay_time }) => first_pay_time,
      cell: ({ first_pay_time }) => formats.date(first_pay_time),
    },
    {
      id: 'last',
      head: t('sponsors.last'),
      kind: 'time',
      value: ({ last_pay_time }) => last_pay_time,
      cell: ({ last_pay_time }) => formats.date(last_pay_time),
    },
  ];
  return (
    <>
      <WordsField
        words={words}
        label={t('sponsors.search')}
        style={{ maxWidth: 360, marginBottom: 16 }}
        onSearch={(q) => onSearch({ q })}
      />
      <TablePage
        label={t('sponsors.title')}
        columns={columns}
        rowKey={({ user }) => user.user_id}
        sorts={SPONSOR_SORTS}
        queryOf={(at, sort) =>
          queryOf(listSponsors, { search_q: words, page: at, per_page: A_PAGE, sort: sortOf(sort) })
        }
        perPage={A_PAGE}
        page={page}
        onPage={(chosen) => onSearch({ q: words, page: chosen })}
        nothing={{
          icon: <IconHeartHandshake aria-hidden />,
          title: t(narrowed ? 'sponsors.none' : 'sponsors.empty'),
          text: t(narrowed ? 'sponsors.noneText' : 'sponsors.emptyText'),
          action: <EmptyOrders onShowAll={narrowed ? () => onSearch({}) : undefined} />,
        }}
        found={({ total_count }) => t('sponsors.count', { count: total_count })}
        file="sponsors"
      />
    </>
  );
}

function Imported() {
  const { t } = useLocale('orders-received');
  return (
    <Badge variant="outline" color="gray" style={{ flexShrink: 0 }}>
      {t('imported')}
    </Badge>
  );
}
