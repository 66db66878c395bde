import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listTeamActions } from '#services/api/accounts/contract/team.ts';
import type { StaffAction } from '#services/api/staff/contract/staff-actions.ts';
import { queryOf } from '../../../api/queries.ts';
import { Section } from '../../../components/section.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { TablePage } from '../../../components/table/table-page.tsx';

/** What members did, each under their own name. */
export function TeamHistory() {
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
        nothing={{ icon: <IconHistory aria-hidden />, title: t('team.historyEmpty') }}
        file="team-history"
      />
    </Section>
  );
}
