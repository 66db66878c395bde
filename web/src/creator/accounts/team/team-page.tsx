import { Badge, Space, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getTeamMembers, listTeamChanges, type TeamChange } from '#services/contract/accounts/team.ts';
import type { StaffAction } from '#services/contract/staff/staff-actions.ts';
import { listTeamActions } from '#services/contract/staff/staff-actions.ts';
import { queryOf } from '../../../api/queries.ts';
import { Loaded } from '../../../components/loaded.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { Section } from '../../../components/section.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { TablePage } from '../../../components/table/table-page.tsx';
import { AddMember } from './add-member.tsx';
import { MemberRow } from './member-row.tsx';

/** Creator specification 5; the server holds to the same number. */
const MAX_TEAM_SIZE = 5;

/** /setting/team: the people who check tickets in and read orders. */
export function TeamPage() {
  const { t } = useTranslation('door');
  const query = useQuery(queryOf(getTeamMembers, {}));
  return (
    <>
      <PageHead title={t('team.title')} text={t('team.text', { most: MAX_TEAM_SIZE })} />
      <Loaded query={query} height={240}>
        {({ list: members }) => {
          const full = members.length >= MAX_TEAM_SIZE;
          return (
            <Section
              title={t('team.members')}
              aside={
                <Badge color={full ? 'orange' : 'gray'}>
                  {members.length} / {MAX_TEAM_SIZE}
                </Badge>
              }
            >
              <Stack gap="md">
                {members.length === 0 && <Text c="dimmed">{t('team.empty')}</Text>}
                {members.map((member) => (
                  <MemberRow key={member.user.user_id} member={member} />
                ))}
                {full ? <Text c="dimmed">{t('team.full')}</Text> : <AddMember />}
              </Stack>
            </Section>
          );
        }}
      </Loaded>
      <Space h="lg" />
      <TeamChanges />
      <Space h="lg" />
      <TeamHistory />
    </>
  );
}

/** Actions of members, under their own names. */
function TeamHistory() {
  const { t } = useTranslation(['door', 'staff', 'shell']);
  const [page, setPage] = useState(1);
  const columns: Column<StaffAction>[] = [
    { id: 'by', head: t('team.who'), kind: 'name', value: ({ by }) => by?.name || (by?.user_id ?? '') },
    { id: 'action', head: t('team.what'), value: ({ action }) => t(`staff:action.${action}`) },
    { id: 'subject', head: t('shell:table.number'), kind: 'text', value: ({ subject }) => subject },
    { id: 'time', head: t('shell:table.time'), kind: 'time', value: ({ time }) => time },
  ];
  return (
    <Section title={t('team.history')} text={t('team.historyText')}>
      <TablePage
        label={t('team.history')}
        columns={columns}
        rowKey={({ position }) => String(position)}
        queryOf={(at) => queryOf(listTeamActions, { page: at })}
        page={page}
        onPage={setPage}
        small
        nothing={t('team.historyEmpty')}
        file="team-history"
      />
    </Section>
  );
}

/** Changes of members and rights. */
function TeamChanges() {
  const { t } = useTranslation(['door', 'shell']);
  const [page, setPage] = useState(1);
  const now = ({ rights }: TeamChange): string => {
    if (rights === null) return t('team.gone');
    return rights.map((right) => t(`team.right.${right}`)).join(t('team.and')) || t('team.noRights');
  };
  const columns: Column<TeamChange>[] = [
    { id: 'member', head: t('team.who'), kind: 'name', value: ({ member }) => member?.name ?? '' },
    { id: 'rights', head: t('team.rights'), value: now },
    { id: 'by', head: t('team.by'), kind: 'name', value: ({ by }) => by?.name ?? '' },
    { id: 'time', head: t('shell:table.time'), kind: 'time', value: ({ time }) => time },
  ];
  return (
    <Section title={t('team.changes')} text={t('team.changesText')}>
      <TablePage
        label={t('team.changes')}
        columns={columns}
        rowKey={({ change_id }) => String(change_id)}
        queryOf={(at) => queryOf(listTeamChanges, { page: at })}
        page={page}
        onPage={setPage}
        small
        nothing={t('team.changesEmpty')}
        file="team-changes"
      />
    </Section>
  );
}
