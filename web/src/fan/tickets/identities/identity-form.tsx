import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Identity } from '#services/api/tickets/contract/identities.ts';
import { residentId } from '#services/api/tickets/contract/resident-id.ts';
import { useSaveIdentity } from '../../../api/identities.ts';
import { fieldRefusal } from '../../../api/refusal.ts';
import { sentenceOf } from '../../../app/queries.ts';

interface Props {
  /** The record to be changed; undefined for a new one. */
  identity: Identity | undefined;
  onSaved: (identity: Identity) => void;
  onCancel: () => void;
}

const FIELDS = ['name', 'id_card'] as const;

/** Whether the number is one at all; births in the future are left to the server, which knows the day. */
const isNumber = (text: string): boolean => residentId(text, Number.POSITIVE_INFINITY) !== undefined;

/** Name and number of one person. The number of a saved one is known masked only and stays when none is entered. */
export function IdentityForm({ identity, onSaved, onCancel }: Props) {
  const { t } = useTranslation(['identities', 'shell']);
  const save = useSaveIdentity();
  const form = useForm({
    initialValues: { name: '', id_card: '' },
    validate: {
      name: (name) => (name.trim() === '' ? t('error.name') : null),
      id_card: (number) =>
        isNumber(number) || (identity !== undefined && number.trim() === '') ? null : t('error.number'),
    },
  });
  const submit = form.onSubmit(({ name, id_card }) =>
    save.mutate(
      { name, id_card: id_card.trim(), ...(identity && { identity_id: identity.identity_id }) },
      {
        onSuccess: (saved) => {
          notifications.show({ color: 'green', message: t('saved') });
          onSaved(saved);
        },
        onError: (error) =>
          form.setErrors(Object.fromEntries(FIELDS.map((field) => [field, fieldRefusal(error, field)]))),
      },
    ),
  );
  const unnamed = save.error !== null && FIELDS.every((field) => !fieldRefusal(save.error, field));
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('field.name')}
          description={t('field.nameHint')}
          withAsterisk
          autoComplete="off"
          maxLength={40}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <TextInput
          label={t('field.number')}
          description={
            identity === undefined
              ? t('field.numberHint')
              : t('field.numberKept', { number: identity.id_card })
          }
          withAsterisk={identity === undefined}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={30}
          {...form.getInputProps('id_card')}
        />
        {unnamed && (
          <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
            {sentenceOf(save.error)}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('shell:action.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('shell:action.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
