import '@mantine/dates/styles.css';
import 'dayjs/locale/zh-cn';
import { Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { DatePickerInput, DatesProvider } from '@mantine/dates';
import { IconCalendar, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Members } from '#services/api/contract/figures.ts';
import { membersQuery } from '../../api/sponsored.ts';
import { useFormats } from '../../language/use-formats.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Shapes } from '../../parts/shapes.tsx';
import { NothingReceived } from '../nothing-received.tsx';
import { MemberList } from './member-list.tsx';

interface Props {
  /** A business day; undefined: now. */
  date: string | undefined;
  page: number;
  onSearch: (search: { date?: string | undefined; page?: number | undefined }) => void;
}

/** Whose memberships run, or ran at the end of a day: when each ends, and what they come to a month. */
export function MembersPart({ date, page, onSearch }: Props) {
  const { t } = useTranslation('refund');
  const query = useQuery(membersQuery(date, page));
  return (
    <Stack gap="md">
      <DayInput date={date} onChange={(day) => onSearch({ date: day })} />
      <Loaded
        query={query}
        skeleton={
          <Stack>
            <Shapes count={1} height={96} />
            <Shapes count={1} height={320} />
          </Stack>
        }
      >
        {(members) => (
          <>
            <Counts members={members} />
            {members.list.length === 0 ? (
              <NothingReceived
                icon={<IconUsers aria-hidden />}
                title={t('members.empty')}
                text={t('members.emptyText')}
                onShowAll={date === undefined ? undefined : () => onSearch({})}
              />
            ) : (
              <MemberList
                members={members}
                page={page}
                onPage={(chosen) => onSearch({ date, page: chosen })}
              />
            )}
          </>
        )}
      </Loaded>
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
  const { t, i18n } = useTranslation('refund');
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

/** Each is explained by the table below: its rows are what is counted. */
function Counts({ members: { members, monthly_recurring } }: { members: Members }) {
  const { t } = useTranslation('refund');
  const formats = useFormats();
  const counts = [
    [t('members.count'), formats.number(members), t('members.countText')],
    [t('members.recurring'), formats.money(monthly_recurring), t('members.recurringText')],
  ] as const;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      {counts.map(([label, value, text]) => (
        <Paper key={label} withBorder p="md">
          <Text size="sm" c="dimmed">
            {label}
          </Text>
          <Text className="figures" fz={{ base: 20, sm: 28 }} fw={650} lh={1.2}>
            {value}
          </Text>
          <Text size="xs" c="dimmed" mt={4}>
            {text}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  );
}
