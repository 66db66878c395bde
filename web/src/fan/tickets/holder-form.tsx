import { Alert, NativeSelect, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { listIdcards } from '#services/contract/tickets/identities.ts';
import { changeTicketHolder, type Ticket } from '#services/contract/tickets/tickets.ts';
import { queryOf, useCall } from '../../api/queries.ts';
import { Fact } from '../../components/fact.tsx';
import { ServerForm } from '../../components/forms/server-form.tsx';
import { useServerForm } from '../../components/forms/use-server-form.ts';
import { Loaded } from '../../components/loaded.tsx';
import { useLocale } from '../../language/use-locale.ts';

interface Props {
  ticket: Ticket;
  /** Changes that are left, this one included. */
  left: number;
  /** Unix seconds until when it can be changed; undefined: until it is used. */
  until: number | undefined;
  onDone: () => void;
}

/** Another holder for a ticket: a saved person, or name and number. */
export function HolderForm({ ticket, left, until, onDone }: Props) {
  const { t, formats } = useLocale(['tickets', 'tickets-identities']);
  const saved = useQuery(queryOf(listIdcards, {}));
  const { out_trade_no, id } = ticket;
  const form = useServerForm({
    initialValues: { identity_id: '', name: '', id_card: '' },
    validate: {
      name: (name, { identity_id }) =>
        identity_id === '' && name.trim() === '' ? t('tickets-identities:error.name') : null,
      id_card: (number, { identity_id }) =>
        identity_id === '' && number.trim() === '' ? t('tickets-identities:error.number') : null,
    },
    send: useCall(changeTicketHolder, { quiet: true }),
    requestOf: ({ identity_id, name, id_card }) => ({
      out_trade_no,
      id,
      ...(identity_id === '' ? { name, id_card: id_card.trim() } : { identity_id }),
    }),
    saved: t('change.done'),
    onDone,
  });
  const isNew = form.values.identity_id === '';
  return (
    <Loaded query={saved} height={320}>
      {({ list }) => (
        <ServerForm form={form} submit={t('change.submit')} onCancel={onDone}>
          <Fact label={t('holder')}>{`${ticket.name} ${ticket.id_card}`}</Fact>
          {list.length > 0 && (
            <NativeSelect
              label={t('change.to')}
              data={[
                { value: '', label: t('change.other') },
                ...list.map(({ identity_id, name, id_card }) => ({
                  value: identity_id,
                  label: `${name} ${id_card}`,
                })),
              ]}
              {...form.getInputProps('identity_id')}
            />
          )}
          {isNew && (
            <>
              <TextInput
                label={t('tickets-identities:field.name')}
                description={t('tickets-identities:field.nameHint')}
                withAsterisk
                autoComplete="off"
                maxLength={40}
                data-autofocus
                {...form.getInputProps('name')}
              />
              <TextInput
                label={t('tickets-identities:field.number')}
                description={t('tickets-identities:field.numberHint')}
                withAsterisk
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                maxLength={30}
                {...form.getInputProps('id_card')}
              />
            </>
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
