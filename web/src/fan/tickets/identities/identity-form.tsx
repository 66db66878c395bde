import { useTranslation } from 'react-i18next';
import { type DocumentType, documentNumber } from '#services/contract/tickets/documents.ts';
import { editIdcard, type Identity } from '#services/contract/tickets/identities.ts';
import { useCall } from '../../../api/queries.ts';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { IdentityFields } from './identity-fields.tsx';

interface Props {
  /** The record to be changed; undefined for a new one. */
  identity: Identity | undefined;
  onSaved: (identity: Identity) => void;
  onCancel: () => void;
}

/** Whether the number is valid. A birth in the future is checked by the server, which knows the day. */
const isNumber = (type: DocumentType, text: string): boolean =>
  documentNumber(type, text, Number.POSITIVE_INFINITY) !== undefined;

const NEW: { name: string; id_type: DocumentType; id_card: string } = {
  name: '',
  id_type: 'resident_id',
  id_card: '',
};

/** Name and document of one person. The number of a saved one is known masked only and stays when none is entered. */
export function IdentityForm({ identity, onSaved, onCancel }: Props) {
  const { t } = useTranslation(['tickets-identities', 'shell']);
  const keepsNumber = (type: DocumentType): boolean => identity?.id_type === type;
  const form = useServerForm({
    initialValues: { ...NEW, ...(identity && { id_type: identity.id_type }) },
    validate: {
      name: (name) => (name.trim() === '' ? t('error.name') : null),
      id_card: (number, { id_type }) =>
        isNumber(id_type, number) || (keepsNumber(id_type) && number.trim() === '')
          ? null
          : t(`error.${id_type}`),
    },
    send: useCall(editIdcard, { quiet: true }),
    requestOf: ({ name, id_type, id_card }) => ({
      name,
      id_type,
      id_card: id_card.trim(),
      ...(identity && { identity_id: identity.identity_id }),
    }),
    saved: t('saved'),
    onDone: (answer) => onSaved(answer.identity),
  });
  return (
    <ServerForm form={form} submit={t('shell:action.save')} onCancel={onCancel}>
      <IdentityFields
        type={form.values.id_type}
        keeps={identity !== undefined && keepsNumber(form.values.id_type) ? identity.id_card : ''}
        input={(field) => form.getInputProps(field)}
      />
    </ServerForm>
  );
}
