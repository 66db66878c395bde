import { Group, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { addTeamMember } from '#services/contract/accounts/team.ts';
import type { TeamRight } from '#services/contract/endpoint.ts';
import { useCall } from '../../../api/queries.ts';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { RightsField } from './rights-field.tsx';

const MAX_NAME_LENGTH = 30;

/** Adds a person by the account that they sign in with. */
export function AddMember() {
  const { t } = useTranslation('door');
  const form = useServerForm({
    initialValues: { account: '', member_name: '', rights: ['orders', 'tickets'] as TeamRight[] },
    send: useCall(addTeamMember, { quiet: true }),
    requestOf: (values) => values,
    saved: t('team.added'),
    onDone: () => {
      form.reset();
    },
  });
  return (
    <ServerForm form={form} left submit={t('team.add')}>
      <Group gap="sm" align="flex-end">
        <TextInput
          flex="1 1 220px"
          label={t('team.account')}
          required
          autoComplete="off"
          inputMode="email"
          maxLength={254}
          {...form.getInputProps('account')}
        />
        <TextInput
          flex="1 1 180px"
          label={t('team.name')}
          placeholder={t('team.nameHint')}
          required
          autoComplete="off"
          maxLength={MAX_NAME_LENGTH}
          {...form.getInputProps('member_name')}
        />
      </Group>
      <RightsField label={t('team.rights')} {...form.getInputProps('rights')} />
    </ServerForm>
  );
}
