import { Alert, Button, Group, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldRefusal } from '../../../api/refusal.ts';
import { useAddMember } from '../../../api/team.ts';
import { sentenceOf } from '../../../app/queries.ts';

const LONGEST_NAME = 30;

/** Adds a person by the account for signing in. */
export function AddMember() {
  const { t } = useTranslation('door');
  const add = useAddMember();
  const [account, setAccount] = useState('');
  const [member_name, setName] = useState('');
  const wrong = { account: fieldRefusal(add.error, 'account'), name: fieldRefusal(add.error, 'member_name') };
  const submit = () =>
    add.mutate(
      { account, member_name },
      {
        onSuccess: () => {
          notifications.show({ color: 'green', message: t('team.added') });
          setAccount('');
          setName('');
        },
      },
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Group gap="sm" align="flex-end">
        <TextInput
          flex="1 1 220px"
          label={t('team.account')}
          value={account}
          onChange={(event) => setAccount(event.currentTarget.value)}
          error={wrong.account}
          required
          autoComplete="off"
          inputMode="email"
          maxLength={254}
        />
        <TextInput
          flex="1 1 180px"
          label={t('team.name')}
          placeholder={t('team.nameHint')}
          value={member_name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={wrong.name}
          required
          autoComplete="off"
          maxLength={LONGEST_NAME}
        />
        <Button type="submit" loading={add.isPending}>
          {t('team.add')}
        </Button>
      </Group>
      {add.error && !wrong.account && !wrong.name && (
        <Alert color="red" role="alert" mt="sm">
          {sentenceOf(add.error)}
        </Alert>
      )}
    </form>
  );
}
