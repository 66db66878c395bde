import { notifications } from '@mantine/notifications';
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
  const change = useChangeRole();
  const revoke = (reason: string) =>
    change.mutate(
      { whom: { user_id }, role, granted: false, reason },
      {
        onSuccess: () => {
          notifications.show({ color: 'green', message: t('revoke.done') });
          onClose();
        },
      },
    );
  return (
    <ReasonForm
      about={t('revoke.about', { role: t(`role.${role}`), name })}
      hint={t('reason.hint')}
      yes={t('revoke.open')}
      grave
      busy={change.isPending}
      error={change.error}
      onYes={revoke}
      onClose={onClose}
    />
  );
}
