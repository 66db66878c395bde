import { Alert, Anchor, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteAccount, getDeletion, type OpenKind } from '#services/contract/accounts/deletion.ts';
import { queryOf, useCall } from '../../../api/queries.ts';
import { personChanged } from '../../../app/session.ts';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { Loaded } from '../../../components/loaded.tsx';
import { Section } from '../../../components/section.tsx';
import { PasswordField } from '../sign-in/account-fields.tsx';
import { useAccountRules } from '../sign-in/account-rules.ts';

const OPEN = {
  seller: { label: 'setting.deletionSeller' },
  staff: { label: 'setting.deletionStaff' },
  plans: { label: 'setting.deletionPlans', to: '/setting/plan' },
  orders: { label: 'setting.deletionOrders', to: '/dashboard/order' },
  tickets: { label: 'setting.deletionTickets', to: '/dashboard/ticket' },
  renewals: { label: 'setting.deletionRenewals', to: '/dashboard/agreements' },
} as const satisfies Record<OpenKind, { label: string; to?: string }>;

/** Deletes the person's account, or lists what to finish first. */
export function DeletionSettings({ account }: { account: string }) {
  const { t } = useTranslation('accounts');
  const deletion = useQuery(queryOf(getDeletion, {}));
  const [asking, setAsking] = useState(false);
  return (
    <Section title={t('setting.deletion')} text={t('setting.deletionText')}>
      <Loaded query={deletion} skeleton={<Skeleton height={36} width={140} />}>
        {({ open }) =>
          open.length > 0 ? (
            // A seller cannot finish anything.
            <Alert color="orange" title={open[0]?.kind === 'seller' ? null : t('setting.deletionOpen')}>
              <Stack component="ul" gap={4} m={0} pl="md">
                {open.map(({ kind, count }) => {
                  const { label, ...link } = OPEN[kind];
                  return (
                    <li key={kind}>
                      {'to' in link ? (
                        <Anchor component={Link} to={link.to} inherit>
                          {t(label, { count })}
                        </Anchor>
                      ) : (
                        t(label, { count })
                      )}
                    </li>
                  );
                })}
              </Stack>
            </Alert>
          ) : (
            <Group>
              <Button variant="light" color="red" onClick={() => setAsking(true)}>
                {t('setting.deleteAccount')}
              </Button>
            </Group>
          )
        }
      </Loaded>
      <Modal opened={asking} onClose={() => setAsking(false)} title={t('setting.deletionAsk')} size="sm">
        <DeletionForm account={account} onCancel={() => setAsking(false)} />
      </Modal>
    </Section>
  );
}

/** The present password, and the deletion. @param account for password managers */
function DeletionForm({ account, onCancel }: { account: string; onCancel: () => void }) {
  const { t } = useTranslation('accounts');
  const { knownPassword } = useAccountRules();
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useServerForm({
    initialValues: { password: '' },
    validate: { password: knownPassword },
    send: useCall(deleteAccount, { quiet: true, refresh: false }),
    requestOf: (values) => values,
    onDone: async () => {
      notifications.show({ color: 'green', message: t('setting.deleted') });
      await navigate({ to: '/' });
      await personChanged(client);
    },
  });
  return (
    <ServerForm
      form={form}
      submit={t('setting.deleteAccount')}
      button={{ color: 'red.9' }}
      onCancel={onCancel}
    >
      <Text className="hint">{t('setting.deletionText')}</Text>
      <input type="text" name="username" autoComplete="username" value={account} readOnly hidden />
      <PasswordField size="sm" data-autofocus {...form.getInputProps('password')} />
    </ServerForm>
  );
}
