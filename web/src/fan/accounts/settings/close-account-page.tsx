import {
  Alert,
  Anchor,
  Button,
  Group,
  Paper,
  Select,
  Skeleton,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CLOSING_STATUS } from '#events/status.ts';
import { getMyAccount } from '#services/contract/accounts/accounts.ts';
import {
  CANCELLATION_REASONS,
  cancelCancellation,
  checkCancellation,
  type OpenOnRequest,
  submitCancellation,
} from '#services/contract/accounts/cancellation.ts';
import type { DataOf } from '#services/contract/endpoint.ts';
import { queryOf, useCall } from '../../../api/queries.ts';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { Loaded } from '../../../components/loaded.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { AccountFrame } from '../../frame/account-frame.tsx';
import { PasswordField } from '../sign-in/account-fields.tsx';
import { useAccountRules } from '../sign-in/account-rules.ts';

type Cancellation = DataOf<typeof checkCancellation>;

const OPEN = {
  staff: { label: 'close.openStaff' },
  money: { label: 'close.openMoney', to: '/withdraw' },
  returns: { label: 'close.openReturns', to: '/withdraw' },
  shipping: { label: 'close.openShipping', to: '/dashboard/sponsored-bill' },
  guests: { label: 'close.openGuests' },
  members: { label: 'close.openMembers', to: '/dashboard/sponsors' },
  plans: { label: 'close.openPlans', to: '/setting/plan' },
  orders: { label: 'close.openOrders', to: '/dashboard/order' },
  tickets: { label: 'close.openTickets', to: '/dashboard/ticket' },
  cases: { label: 'close.openCases', to: '/dashboard/order' },
  refunds: { label: 'close.openRefunds', to: '/dashboard/order' },
  claims: { label: 'close.openClaims', to: '/dashboard/requests' },
  renewals: { label: 'close.openRenewals', to: '/dashboard/agreements' },
} as const satisfies Record<OpenOnRequest, { label: string; to?: string }>;

/** Asks for the account to be closed, shows the request, and takes it back. */
export function CloseAccountPage() {
  const { t } = useTranslation('accounts');
  const request = useQuery(queryOf(checkCancellation, {}));
  return (
    <AccountFrame title={t('close.title')} text={t('close.text')} within="/setting/account">
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        <Loaded query={request} skeleton={<Skeleton height={240} />}>
          {(found) => <Request request={found} />}
        </Loaded>
      </Paper>
    </AccountFrame>
  );
}

function Request({ request }: { request: Cancellation }) {
  const { t, formats } = useLocale('accounts');
  const takeBack = useCall(cancelCancellation, { tells: true });
  const { status, due_time, open } = request;
  if (status === CLOSING_STATUS.closing) return <Alert color="orange">{t('close.closing')}</Alert>;
  if (status === CLOSING_STATUS.pending)
    return (
      <Alert color="orange" title={t('close.pending', { date: formats.date(due_time) })}>
        <Stack align="flex-start" gap="sm">
          <Text size="sm">{t('close.pendingText')}</Text>
          <Button variant="default" loading={takeBack.isPending} onClick={() => takeBack.mutate({})}>
            {t('close.takeBack')}
          </Button>
        </Stack>
      </Alert>
    );
  return (
    <Stack>
      {status === CLOSING_STATUS.rejected && (
        <Alert color="orange">{t('close.rejected', { date: formats.date(due_time) })}</Alert>
      )}
      {status === CLOSING_STATUS.taken_back && <Alert color="green">{t('close.takenBack')}</Alert>}
      {open.length > 0 ? <OpenList open={open} /> : <RequestForm />}
    </Stack>
  );
}

function OpenList({ open }: Pick<Cancellation, 'open'>) {
  const { t } = useTranslation('accounts');
  return (
    <Alert color="orange" title={t('close.open')}>
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
  );
}

function RequestForm() {
  const { t } = useTranslation('accounts');
  const { knownPassword } = useAccountRules();
  const own = useQuery(queryOf(getMyAccount, {}, { select: ({ account }) => account })).data;
  const account = own?.email || own?.phone || '';
  const form = useServerForm({
    initialValues: { password: '', reason: CANCELLATION_REASONS[0] as string, content: '' },
    validate: { password: knownPassword },
    send: useCall(submitCancellation, { quiet: true }),
    requestOf: ({ reason, ...typed }) => ({
      ...typed,
      account,
      reason: CANCELLATION_REASONS.find((one) => one === reason) ?? 'other',
    }),
  });
  return (
    <ServerForm
      form={form}
      left
      submit={t('close.submit')}
      button={{ color: 'red.9' }}
      style={{ maxWidth: 480 }}
    >
      <Group grow>
        <TextInput label={t('close.account')} value={account} readOnly autoComplete="username" />
      </Group>
      <Select
        label={t('close.reason')}
        allowDeselect={false}
        data={CANCELLATION_REASONS.map((value) => ({ value, label: t(`close.reasons.${value}`) }))}
        {...form.getInputProps('reason')}
      />
      <Textarea
        label={t('close.content')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={1_000}
        {...form.getInputProps('content')}
      />
      <PasswordField size="sm" {...form.getInputProps('password')} />
    </ServerForm>
  );
}
