import { SegmentedControl, Text, TextInput } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { changeRole, type StaffRoleName } from '#services/api/staff/contract/admin.ts';
import { useCall } from '../api/queries.ts';
import { EC, isRefusal } from '../api/refusal.ts';
import { refusedFields } from '../components/forms/refused-fields.ts';
import { ServerForm } from '../components/forms/server-form.tsx';
import { useServerForm } from '../components/forms/use-server-form.ts';
import { isStaffRole, STAFF_ROLES } from '../components/staff/staff-role.ts';

/** Gives a role to a person who has an account, with the reason. */
export function GrantForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['staff', 'shell']);
  const roles = useId();
  const needed = (text: string) => (text.trim() === '' ? t('reason.needed') : null);
  const form = useServerForm({
    initialValues: { account: '', role: 'support' as StaffRoleName, reason: '' },
    validate: { account: needed, reason: needed },
    send: useCall(changeRole, { quiet: true }),
    requestOf: ({ account, role, reason }) => ({
      account: account.trim(),
      role,
      granted: true,
      reason: reason.trim(),
    }),
    fieldsOf: (error) =>
      isRefusal(error, EC.notFound) ? { account: t('grant.unknown') } : refusedFields(error),
    saved: ({ changed }) => t(changed ? 'grant.done' : 'grant.already'),
    onDone: onClose,
  });
  const { role } = form.values;
  return (
    <ServerForm
      form={form}
      gap="sm"
      submit={t('grant.yes')}
      onCancel={onClose}
      cancel={t('shell:action.back')}
    >
      <TextInput
        label={t('grant.account')}
        description={t('grant.accountHint')}
        required
        maxLength={120}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('account')}
      />
      <div>
        <Text size="sm" fw={500} id={roles}>
          {t('grant.role')}
        </Text>
        <SegmentedControl
          fullWidth
          mt={4}
          aria-labelledby={roles}
          data={STAFF_ROLES.map((value) => ({ value, label: t(`role.${value}`) }))}
          value={role}
          onChange={(value) => isStaffRole(value) && form.setFieldValue('role', value)}
        />
        <Text className="hint" mt={4}>
          {t(`may.${role}`)}
        </Text>
      </div>
      <TextInput
        label={t('reason.label')}
        description={t('reason.hint')}
        required
        maxLength={200}
        {...form.getInputProps('reason')}
      />
    </ServerForm>
  );
}
