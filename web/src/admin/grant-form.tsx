import { Alert, Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StaffRoleName } from '#services/api/staff/contract/admin.ts';
import { useChangeRole } from '../api/admin.ts';
import { EC, fieldRefusal, isRefusal } from '../api/refusal.ts';
import { sentenceOf } from '../app/queries.ts';
import { isStaffRole, STAFF_ROLES } from '../components/staff/staff-role.ts';

/** Grants a role to an account, with a reason. */
export function GrantForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['staff', 'shell']);
  const roles = useId();
  const change = useChangeRole();
  const [account, setAccount] = useState('');
  const [role, setRole] = useState<StaffRoleName>('support');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const needed = (said: string) => (tried && said.trim() === '' ? t('reason.needed') : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (account.trim() === '' || reason.trim() === '') return;
    change.mutate(
      { whom: { account: account.trim() }, role, granted: true, reason: reason.trim() },
      {
        onSuccess: ({ changed }) => {
          notifications.show({ color: 'green', message: t(changed ? 'grant.done' : 'grant.already') });
          onClose();
        },
      },
    );
  };
  const unknown = isRefusal(change.error, EC.notFound) ? t('grant.unknown') : undefined;
  const wrong = {
    account: fieldRefusal(change.error, 'account'),
    reason: fieldRefusal(change.error, 'reason'),
  };
  const told = unknown ?? wrong.account ?? wrong.reason;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label={t('grant.account')}
          description={t('grant.accountHint')}
          required
          maxLength={120}
          autoComplete="off"
          data-autofocus
          value={account}
          onChange={({ currentTarget }) => setAccount(currentTarget.value)}
          error={needed(account) ?? unknown ?? wrong.account}
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
            onChange={(value) => isStaffRole(value) && setRole(value)}
          />
          <Text size="sm" c="dimmed" mt={4}>
            {t(`may.${role}`)}
          </Text>
        </div>
        <TextInput
          label={t('reason.label')}
          description={t('reason.hint')}
          required
          maxLength={200}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          error={needed(reason) ?? wrong.reason}
        />
        {change.error !== null && told === undefined && (
          <Alert role="alert" color="red" radius="lg">
            {sentenceOf(change.error)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('shell:action.back')}
          </Button>
          <Button type="submit" loading={change.isPending}>
            {t('grant.yes')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
