import '@mantine/dates/styles.css';
import 'dayjs/locale/zh-cn';
import { Group, Paper, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { DatePickerInput, DatesProvider } from '@mantine/dates';
import { IconCalendar, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Member, Members } from '#services/api/contract/figures.ts';
import { memberPages, membersQuery } from '../../api/sponsored.ts';
import { useFormats } from '../../language/use-formats.ts';
import cardClasses from '../../parts/creator-card.module.css';
import { Loaded } from '../../parts/loaded.tsx';
import { Pages } from '../../parts/pages.tsx';
import { PersonPicture } from '../../parts/person-picture.tsx';
import { Shapes } from '../../parts/shapes.tsx';
import { NothingReceived } from '../nothing-received.tsx';

/** What never ends, as the wire has it. */
const NEVER_ENDS = 2_114_352_000;

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
              <MemberTable
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
        aria-label={t('members.day')}
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

interface TableProps {
  members: Members;
  page: number;
  onPage: (page: number) => void;
}

function MemberTable({ members: { list, total_count }, page, onPage }: TableProps) {
  const { t } = useTranslation('refund');
  const formats = useFormats();
  return (
    <Stack gap="md">
      <Paper withBorder style={{ overflowX: 'auto' }}>
        <Table verticalSpacing="sm" horizontalSpacing="md" miw={640}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('members.fan')}</Table.Th>
              <Table.Th>{t('members.plan')}</Table.Th>
              <Table.Th>{t('members.since')}</Table.Th>
              <Table.Th>{t('members.until')}</Table.Th>
              <Table.Th ta="right">{t('members.monthly')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {list.map((member) => (
              <MemberRow
                key={`${member.user.user_id} ${member.plan.plan_id} ${member.plan.begin_time}`}
                member={member}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Paper>
      <Group justify="space-between">
        <Text size="sm" c="dimmed" className="figures">
          {t('members.rows', { count: total_count, written: formats.number(total_count) })}
        </Text>
        <Pages total={memberPages(total_count)} page={page} onPage={onPage} />
      </Group>
    </Stack>
  );
}

function MemberRow({ member: { user, plan } }: { member: Member }) {
  const { t } = useTranslation('refund');
  const formats = useFormats();
  const forever = plan.expire_time >= NEVER_ENDS;
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="sm" wrap="nowrap">
          <PersonPicture name={user.name} src={user.avatar} seed={user.user_id} size={36} />
          <Link
            to="/dashboard/sponsored-bill"
            search={{ search_q: user.name, search_param_type: 'name' }}
            className={cardClasses.name}
          >
            {user.name}
          </Link>
        </Group>
      </Table.Td>
      <Table.Td>{plan.name}</Table.Td>
      <Table.Td className="figures">{formats.date(plan.begin_time)}</Table.Td>
      <Table.Td className="figures">
        {forever ? t('members.forever') : formats.dateTime(plan.expire_time)}
      </Table.Td>
      <Table.Td ta="right" className="figures">
        <Text fw={650}>{formats.money(plan.monthly_amount)}</Text>
      </Table.Td>
    </Table.Tr>
  );
}
