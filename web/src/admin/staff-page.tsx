import { Button, Modal, Stack } from '@mantine/core';
import { IconUserPlus, IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import {
  changeRole,
  listStaffHistory,
  type StaffMember,
  type StaffRoleName,
} from '#services/contract/staff/admin.ts';
import { queryOf, useCall } from '../api/queries.ts';
import { ReasonForm } from '../components/forms/reason-form.tsx';
import { PageHead } from '../components/page-head.tsx';
import { Section } from '../components/section.tsx';
import { useStaffActionColumns } from '../components/staff/staff-action-columns.tsx';
import { TablePage } from '../components/table/table-page.tsx';
import { useLocale } from '../language/use-locale.ts';
import type { PageSearch, SearchState } from '../shell/search.ts';
import { GrantForm } from './grant-form.tsx';
import { MembersTable } from './members-table.tsx';
import { UndeliveredPart } from './undelivered-part.tsx';

interface RevokeFormProps {
  member: StaffMember;
  role: StaffRoleName;
  onClose: () => void;
}

/** Revokes a role with a reason; applies immediately to all sessions. */
function RevokeForm({ member: { user_id, name }, role, onClose }: RevokeFormProps) {
  const { t } = useLocale('staff');
  return (
    <ReasonForm
      about={t('revoke.about', { role: t(`role.${role}`), name })}
      hint={t('reason.hint')}
      yes={t('revoke.open')}
      grave
      send={useCall(changeRole, { quiet: true })}
      requestOf={(reason) => ({ user_id, role, granted: false, reason })}
      saved={t('revoke.done')}
      onClose={onClose}
    />
  );
}

/** /admin/staff: staff members with time, grantor and reason of each role; and the list of actions. */
export function StaffPage({ search: { page = 1 }, onSearch }: SearchState<PageSearch>) {
  const { t } = useLocale('staff');
  const [granting, setGranting] = useState(false);
  const [revoking, setRevoking] = useState<{ member: StaffMember; role: StaffRoleName }>();
  const close = () => setGranting(false);
  const leave = () => setRevoking(undefined);
  return (
    <>
      <PageHead title={t('members.title')} text={t('members.text')}>
        <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setGranting(true)}>
          {t('grant.open')}
        </Button>
      </PageHead>
      <Stack gap="lg">
        <UndeliveredPart />
        <MembersTable onRevoke={(member, role) => setRevoking({ member, role })} />
        <HistoryPart page={page} onPage={(chosen) => onSearch({ page: chosen })} />
      </Stack>
      <Modal opened={granting} onClose={close} title={t('grant.title')}>
        <GrantForm onClose={close} />
      </Modal>
      <Modal opened={revoking !== undefined} onClose={leave} title={t('revoke.title')}>
        {revoking !== undefined && <RevokeForm {...revoking} onClose={leave} />}
      </Modal>
    </>
  );
}

function HistoryPart({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  const { t } = useLocale('staff');
  const columns = useStaffActionColumns();
  return (
    <Section title={t('history.title')}>
      <TablePage
        part="history_"
        label={t('history.title')}
        columns={columns}
        rowKey={({ position }) => String(position)}
        queryOf={(at) => queryOf(listStaffHistory, { page: at })}
        page={page}
        onPage={onPage}
        nothing={{ icon: <IconUsersGroup aria-hidden />, title: t('history.none') }}
        small
        found={({ total_count }) => t('history.text', { count: total_count })}
        file="staff-history"
      />
    </Section>
  );
}
