import { useTranslation } from 'react-i18next';
import type { StaffMember, StaffRoleName } from '#services/api/staff/contract/admin.ts';
import { useChangeRole } from '../api/admin.ts';
import { ReasonForm } from '../components/forms/reason-form.tsx';

interface Props {
  member: StaffMember;
  role: StaffRoleName;
  onClose: () => void;
}

/** Takes a role away, with why; it holds at once, wherever the person is signed in. */
export function RevokeForm({ member: { user_id, name }, role, onClose }: Props) {
  const { t } = useTranslation('staff');
  return (
    <ReasonForm
      about={t('revoke.about', { role: t(`role.${role}`), name })}
      hint={t('reason.hint')}
      yes={t('revoke.open')}
      grave
      send={useChangeRole()}
      requestOf={(reason) => ({ whom: { user_id }, role, granted: false, reason })}
      saved={t('revoke.done')}
      onClose={onClose}
    />
  );
}
