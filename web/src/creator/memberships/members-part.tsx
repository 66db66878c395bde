import { queryOf } from '../../api/queries.ts';
import '@mantine/dates/styles.css';
import 'dayjs/locale/zh-cn';
import { SimpleGrid, Stack } from '@mantine/core';
import { DatePickerInput, DatesProvider } from '@mantine/dates';
import { IconCalendar, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { listMyMembers, type Members } from '#services/contract/memberships/sponsors.ts';
import { Skeletons } from '../../components/skeletons.tsx';
import { Stat } from '../../components/stat.tsx';
import { TablePage } from '../../components/table/table-page.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { EmptyOrders } from '../empty-orders.tsx';
import { dayPlus } from '../stats/period.ts';
import { memberKey, useMemberColumns } from './member-list.tsx';

const A_PAGE = 50;
const membersQuery = (date: string | undefined, page: number) =>
  queryOf(listMyMembers, { date, page, per_page: A_PAGE });

interface Props {
  /** A business day; undefined: now. */
  date: string | undefined;
  page: number;
  onSearch: (search: { date?: string | undefined; page?: number | undefined }) => void;
}

/** Present memberships, or those at the end of a day: end and monthly amount of each. */
export function MembersPart({ date, page, onSearch }: Props) {
  const { t } = useLocale('refunds');
  const query = useQuery(membersQuery(date, page));
  const list = useRef<HTMLDivElement>(null);
  return (
    <Stack gap="md">
      <DayInput date={date} onChange={(day) => onSearch({ date: day })} />
      {!query.isLoadingError && <Counts members={query.data} list={list} />}
      <div ref={list} tabIndex={-1}>
        <TablePage
          label={t('members.members')}
          columns={useMemberColumns()}
          rowKey={memberKey}
          queryOf={(at) => membersQuery(date, at)}
          perPage={A_PAGE}
          page={page}
          onPage={(chosen) => onSearch({ date, page: chosen })}
          nothing={{
            icon: <IconUsers aria-hidden />,
            title: t('members.empty'),
            text: t('members.emptyText'),
            action: <EmptyOrders onShowAll={date === undefined ? undefined : () => onSearch({})} />,
          }}
          found={({ total_count }) => t('members.rows', { count: total_count })}
          file="members"
        />
      </div>
    </Stack>
  );
}

function DayInput({
  date,
  onChange,
}: {
  date: string | undefined;
  onChange: (day: string | undefined) => void;
}) {
  const { t, i18n } = useLocale('refunds');
  const chinese = i18n.language === 'zh-CN';
  return (
    <DatesProvider settings={{ locale: chinese ? 'zh-cn' : 'en', firstDayOfWeek: 1 }}>
      <DatePickerInput
        label={t('members.day')}
        placeholder={t('members.today')}
        clearable
        clearButtonProps={{ 'aria-label': t('members.today') }}
        valueFormat={chinese ? 'YYYY年M月D日' : 'MMM D, YYYY'}
        leftSection={<IconCalendar size={18} aria-hidden />}
        w={{ base: '100%', xs: 240 }}
        value={date ?? null}
        onChange={(chosen) => onChange(chosen ?? undefined)}
      />
    </DatesProvider>
  );
}

const DAYS_BETWEEN = 31;

/** Compared with 31 days before; each is explained by the list below. */
function Counts({ members, list }: { members: Members | undefined; list: RefObject<HTMLDivElement | null> }) {
  const { t } = useLocale('refunds');
  const before = members && dayPlus(members.date, -DAYS_BETWEEN);
  const { data: earlier, isPending } = useQuery({
    ...membersQuery(before, 1),
    enabled: before !== undefined,
  });
  const cols = { base: 1, xs: 2 };
  if (members === undefined || isPending)
    return (
      <SimpleGrid cols={cols}>
        <Skeletons count={2} height={151} />
      </SimpleGrid>
    );
  const shared = {
    beforeLabel: t('members.before'),
    asOf: members.as_of,
    onExplain: () => list.current?.focus(),
  };
  return (
    <SimpleGrid cols={cols}>
      <Stat
        label={t('members.count')}
        definition={t('members.countText')}
        kind="count"
        value={members.members}
        {...(earlier !== undefined && { before: earlier.members })}
        {...shared}
      />
      <Stat
        label={t('members.recurring')}
        definition={t('members.recurringText')}
        kind="money"
        value={members.monthly_recurring}
        {...(earlier !== undefined && { before: earlier.monthly_recurring })}
        {...shared}
      />
    </SimpleGrid>
  );
}
