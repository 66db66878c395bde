import { useTranslation } from 'react-i18next';
import { changeRole } from '#services/contract/staff/admin.ts';
import { useCall } from '../api/queries.ts';
import { STAFF_ROLES } from '../components/staff/staff-role.ts';
import { AccountForm } from './account-form.tsx';

/** Gives a role to a person who has an account, with the reason. */
export function GrantForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('staff');
  return (
    <AccountForm
      label={t('grant.role')}
      choices={STAFF_ROLES}
      first="support"
      nameOf={(role) => t(`role.${role}`)}
      hintOf={(role) => t(`may.${role}`)}
      yes={t('grant.yes')}
      send={useCall(changeRole, { quiet: true })}
      requestOf={({ choice: role, ...input }) => ({ ...input, role, granted: true })}
      saved={({ changed }) => t(changed ? 'grant.done' : 'grant.already')}
      onClose={onClose}
    />
  );
}
