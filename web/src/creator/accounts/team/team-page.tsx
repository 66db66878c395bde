import { Badge, Space, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getTeamMembers } from '#services/api/accounts/contract/team.ts';
import { queryOf } from '../../../api/queries.ts';
import { Loaded } from '../../../components/loaded.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { Section } from '../../../components/section.tsx';
import { AddMember } from './add-member.tsx';
import { MemberRow } from './member-row.tsx';
import { TeamChanges } from './team-changes.tsx';
import { TeamHistory } from './team-history.tsx';

/** Creator specification 5; the server holds to the same number. */
const LARGEST_TEAM = 5;

/** /setting/team: the people who check tickets in and read orders. */
export function TeamPage() {
  const { t } = useTranslation('door');
  const query = useQuery(queryOf(getTeamMembers, {}));
  return (
    <>
      <PageHead title={t('team.title')} text={t('team.text', { most: LARGEST_TEAM })} />
      <Loaded query={query} height={240}>
        {({ list: members }) => {
          const full = members.length >= LARGEST_TEAM;
          return (
            <Section
              title={t('team.members')}
              aside={
                <Badge color={full ? 'orange' : 'gray'}>
                  {members.length} / {LARGEST_TEAM}
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
