import { Alert, NativeSelect, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type DocumentType, documentName } from '#services/contract/tickets/documents.ts';
import { listIdcards } from '#services/contract/tickets/identities.ts';
import { changeTicketHolder, type Ticket } from '#services/contract/tickets/tickets.ts';
import { queryOf, useCall } from '../../api/queries.ts';
import { Fact } from '../../components/fact.tsx';
import { ServerForm } from '../../components/forms/server-form.tsx';
import { useServerForm } from '../../components/forms/use-server-form.ts';
import { Loaded } from '../../components/loaded.tsx';
import { DocumentNumber } from '../../components/tickets/document-number.tsx';
import { languageOf } from '../../language/language.ts';
import { useLocale } from '../../language/use-locale.ts';
import { IdentityFields } from './identities/identity-fields.tsx';

interface Props {
  ticket: Ticket;
  /** Changes that are left, this one included. */
  left: number;
  /** Unix seconds until when it can be changed; undefined: until it is used. */
  until: number | undefined;
  onDone: () => void;
}

const NEW: { identity_id: string; name: string; id_type: DocumentType; id_card: string } = {
  identity_id: '',
  name: '',
  id_type: 'resident_id',
  id_card: '',
};

/** Another holder for a ticket: a saved person, or name and document. */
export function HolderForm({ ticket, left, until, onDone }: Props) {
  const { t, i18n, formats } = useLocale(['tickets', 'tickets-identities']);
  const language = languageOf(i18n.language, undefined);
  const saved = useQuery(queryOf(listIdcards, {}));
  const { out_trade_no, id } = ticket;
  const form = useServerForm({
    initialValues: NEW,
    validate: {
      name: (name, { identity_id }) =>
        identity_id === '' && name.trim() === '' ? t('tickets-identities:error.name') : null,
      id_card: (number, { identity_id, id_type }) =>
        identity_id === '' && number.trim() === '' ? t(`tickets-identities:error.${id_type}`) : null,
    },
    send: useCall(changeTicketHolder, { quiet: true }),
    requestOf: ({ identity_id, name, id_type, id_card }) => ({
      out_trade_no,
      id,
      ...(identity_id === '' ? { name, id_type, id_card: id_card.trim() } : { identity_id }),
    }),
    saved: t('change.done'),
    onDone,
  });
  const isNew = form.values.identity_id === '';
  return (
    <Loaded query={saved} height={320}>
      {({ list }) => (
        <ServerForm form={form} submit={t('change.submit')} onCancel={onDone}>
          <Fact label={t('holder')}>
            {ticket.name} <DocumentNumber type={ticket.id_type} number={ticket.id_card} />
          </Fact>
          {list.length > 0 && (
            <NativeSelect
              label={t('change.to')}
              data={[
                { value: '', label: t('change.other') },
                ...list.map(({ identity_id, name, id_type, id_card }) => ({
                  value: identity_id,
                  label: `${name} ${documentName(id_type, language)} ${id_card}`,
                })),
              ]}
              {...form.getInputProps('identity_id')}
            />
          )}
          {isNew && (
            <IdentityFields
              type={form.values.id_type}
              keeps=""
              input={(field) => form.getInputProps(field)}
            />
          )}
          <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />} role="note">
            {t('change.warning')}
          </Alert>
          <Text className="hint">
            {t('change.left', { count: left })}
            {until !== undefined && ` ${t('change.until', { time: formats.dateTime(until) })}`}
          </Text>
        </ServerForm>
      )}
    </Loaded>
  );
}
