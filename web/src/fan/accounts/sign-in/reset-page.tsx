import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { resetPassword } from '#services/contract/accounts/passport.ts';
import type { DataOf } from '#services/contract/endpoint.ts';
import { useCall } from '../../../api/queries.ts';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { AnchorLink, ButtonLink } from '../../../components/links.tsx';
import { useOperator } from '../../../shell/operator.ts';
import { PasswordField } from './account-fields.tsx';
import { AccountCard, AccountForm } from './account-form.tsx';
import { useAccountRules } from './account-rules.ts';

const route = getRouteApi('/reset');

type Kept = DataOf<typeof resetPassword>;
const hasFactors = ({ passkey_num, totp }: Kept): boolean => passkey_num > 0 || totp;

/** Somebody who was in the account may have added them. */
function FactorsThatStay({ passkey_num, totp }: Kept) {
  const { t } = useTranslation('accounts');
  const help = useOperator()?.help;
  return (
    <Stack gap={4}>
      {passkey_num > 0 && <Text size="sm">{t('reset.passkeys', { count: passkey_num })}</Text>}
      {totp && <Text size="sm">{t('reset.totp')}</Text>}
      <Text size="sm">{t('reset.unknown')}</Text>
      <Text size="sm">
        {t('reset.locked')}{' '}
        {help ? (
          <Anchor href={help} inherit underline="always">
            {t('reset.support')}
          </Anchor>
        ) : (
          t('reset.support')
        )}
      </Text>
    </Stack>
  );
}

/** The second half of a forgotten password. Factors stay, so the page names them. */
export function ResetPage() {
  const { t } = useTranslation('accounts');
  const { token, back } = route.useSearch();
  const navigate = route.useNavigate();
  const { password } = useAccountRules();
  const reset = useCall(resetPassword, { quiet: true });
  const form = useServerForm({
    initialValues: { password: '' },
    validate: { password },
    send: reset,
    requestOf: (typed) => ({ token: token ?? '', password: typed.password }),
    saved: t('reset.done'),
    onDone: (kept) => {
      if (!hasFactors(kept)) void navigate({ to: '/login', search: { back }, state: true });
    },
  });
  if (reset.data && hasFactors(reset.data)) {
    return (
      <AccountCard title={t('reset.title')} text={t('reset.done')}>
        <Alert color="orange" role="status" title={t('reset.stay')}>
          <FactorsThatStay {...reset.data} />
        </Alert>
        <ButtonLink to="/login" search={{ back: '/setting/security' }} size="md" fullWidth>
          {t('reset.check')}
        </ButtonLink>
        <ButtonLink to="/login" search={{ back }} size="md" fullWidth variant="default">
          {t('reset.go')}
        </ButtonLink>
      </AccountCard>
    );
  }
  return (
    <AccountForm
      title={t('reset.title')}
      text={t('reset.text')}
      submit={t('reset.submit')}
      form={form}
      other={
        <AnchorLink to="/forgot" search={{ back }} state={true}>
          {t('reset.expired')}
        </AnchorLink>
      }
      instead={token === undefined && <Alert color="orange">{t('reset.noToken')}</Alert>}
    >
      <PasswordField isNew label={t('field.newPassword')} autoFocus {...form.getInputProps('password')} />
    </AccountForm>
  );
}
