import { Group, Paper, Stack, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Member, Members } from '#services/api/stats/contract.ts';
import { memberPages } from '../../api/sponsored.ts';
import cardClasses from '../../components/catalog/creator-card.module.css';
import { Name } from '../../components/name.tsx';
import { Pages } from '../../components/pages.tsx';
import { PersonPicture } from '../../components/pictures/person-picture.tsx';
import { useFormats } from '../../language/use-formats.ts';
import classes from './member-list.module.css';

/** What never ends, as the wire has it. */
const NEVER_ENDS = 2_114_352_000;

interface Props {
  members: Members;
  page: number;
  onPage: (page: number) => void;
}

const keyOf = ({ user, plan }: Member): string => `${user.user_id} ${plan.plan_id} ${plan.begin_time}`;

/** The memberships: a table on wide screens, cards on small ones; those that end first in front. */
export function MemberList({ members: { list, total_count }, page, onPage }: Props) {
  const { t } = useTranslation('refund');
  const formats = useFormats();
  return (
    <Stack gap="md">
      <MemberTable list={list} />
      <Stack gap="sm" className={classes.cards}>
        {list.map((member) => (
          <MemberCard key={keyOf(member)} member={member} />
        ))}
      </Stack>
      <Group justify="space-between">
        <Text size="sm" c="dimmed" className="figures">
          {t('members.rows', { count: total_count, written: formats.number(total_count) })}
        </Text>
        <Pages total={memberPages(total_count)} page={page} onPage={onPage} />
      </Group>
    </Stack>
  );
}

function MemberTable({ list }: { list: readonly Member[] }) {
  const { t } = useTranslation('refund');
  const formats = useFormats();
  return (
    <Paper withBorder className={classes.table} style={{ overflow: 'hidden' }}>
      <Table verticalSpacing="sm" horizontalSpacing="md">
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
            <Table.Tr key={keyOf(member)}>
              <Table.Td className="names">
                <Who member={member} />
              </Table.Td>
              <Table.Td className="names">
                <Name>{member.plan.name}</Name>
              </Table.Td>
              <Table.Td className="figures">{formats.date(member.plan.begin_time)}</Table.Td>
              <Table.Td className="figures">
                <End member={member} />
              </Table.Td>
              <Table.Td ta="right" className="figures">
                <Text fw={650}>{formats.money(member.plan.monthly_amount)}</Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}

function MemberCard({ member }: { member: Member }) {
  const { t } = useTranslation('refund');
  const formats = useFormats();
  return (
    <Paper withBorder p="md" component="article">
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Who member={member} />
        <Text fw={650} className="figures amount">
          {formats.money(member.plan.monthly_amount)}
        </Text>
      </Group>
      <Text mt={8}>{member.plan.name}</Text>
      <Text size="sm" c="dimmed" className="figures">
        {t('members.until')} <End member={member} />
      </Text>
    </Paper>
  );
}

function Who({ member: { user } }: { member: Member }) {
  return (
    <Group gap="sm" wrap="nowrap" miw={0}>
      <PersonPicture name={user.name} src={user.avatar} seed={user.user_id} size={36} />
      <Link
        to="/dashboard/sponsored-bill"
        search={{ search_q: user.name, search_param_type: 'name' }}
        className={cardClasses.name}
        style={{ minWidth: 0 }}
      >
        <Name>{user.name}</Name>
      </Link>
    </Group>
  );
}

function End({ member: { plan } }: { member: Member }) {
  const { t } = useTranslation('refund');
  const formats = useFormats();
  return plan.expire_time >= NEVER_ENDS ? t('members.forever') : formats.dateTime(plan.expire_time);
}
