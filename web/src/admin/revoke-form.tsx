import { useTranslation } from 'react-i18next';
import { changeRole, type StaffMember, type StaffRoleName } from '#services/api/staff/contract/admin.ts';
import { useCall } from '../api/queries.ts';
import { ReasonForm } from '../components/forms/reason-form.tsx';

interface Props {
  member: StaffMember;
  role: StaffRoleName;
  onClose: () => void;
}

/** Revokes a role with a reason; applies immediately to all sessions. */
export function RevokeForm({ member: { user_id, name }, role, onClose }: Props) {
  const { t } = useTranslation('staff');
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
