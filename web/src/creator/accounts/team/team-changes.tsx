import { IconUserEdit } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listTeamChanges, type TeamChange } from '#services/api/accounts/contract/team.ts';
import { queryOf } from '../../../api/queries.ts';
import { Section } from '../../../components/section.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { TablePage } from '../../../components/table/table-page.tsx';

/** Who changed members and their rights. */
export function TeamChanges() {
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
        nothing={{ icon: <IconUserEdit aria-hidden />, title: t('team.changesEmpty') }}
        file="team-changes"
      />
    </Section>
  );
}
