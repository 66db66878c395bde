import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { editIdcard, type Identity } from '#services/contract/tickets/identities.ts';
import { residentId } from '#services/contract/tickets/resident-id.ts';
import { useCall } from '../../../api/queries.ts';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';

interface Props {
  /** The record to be changed; undefined for a new one. */
  identity: Identity | undefined;
  onSaved: (identity: Identity) => void;
  onCancel: () => void;
}

/** Whether the number is valid. A birth in the future is checked by the server, which knows the day. */
const isNumber = (text: string): boolean => residentId(text, Number.POSITIVE_INFINITY) !== undefined;

/** Name and number of one person. The number of a saved one is known masked only and stays when none is entered. */
export function IdentityForm({ identity, onSaved, onCancel }: Props) {
  const { t } = useTranslation(['tickets-identities', 'shell']);
  const form = useServerForm({
    initialValues: { name: '', id_card: '' },
    validate: {
      name: (name) => (name.trim() === '' ? t('error.name') : null),
      id_card: (number) =>
        isNumber(number) || (identity !== undefined && number.trim() === '') ? null : t('error.number'),
    },
    send: useCall(editIdcard, { quiet: true }),
    requestOf: ({ name, id_card }) => ({
      name,
      id_card: id_card.trim(),
      ...(identity && { identity_id: identity.identity_id }),
    }),
    saved: t('saved'),
    onDone: (answer) => onSaved(answer.identity),
  });
  return (
    <ServerForm form={form} submit={t('shell:action.save')} onCancel={onCancel}>
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
          identity === undefined ? t('field.numberHint') : t('field.numberKept', { number: identity.id_card })
        }
        withAsterisk={identity === undefined}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={30}
        {...form.getInputProps('id_card')}
      />
    </ServerForm>
  );
}
