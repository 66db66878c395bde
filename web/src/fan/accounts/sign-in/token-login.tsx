import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { enterByToken } from '#services/contract/accounts/binding.ts';
import { useCall } from '../../../api/queries.ts';
import { personChanged } from '../../../app/session.ts';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { AnchorLink } from '../../../components/links.tsx';
import { AccountForm } from './account-form.tsx';

interface Props {
  /** The token that the address carried. */
  atn: string;
  back: string | undefined;
  onDone: () => Promise<void>;
}

/** Asks before a link signs in: a link of a stranger must not change whose account this browser has. */
export function TokenLogin({ atn, back, onDone }: Props) {
  const { t } = useTranslation('accounts');
  const client = useQueryClient();
  const form = useServerForm({
    initialValues: {},
    send: useCall(enterByToken, { quiet: true, refresh: false, onSuccess: () => personChanged(client) }),
    requestOf: () => ({ atn }),
    onDone,
  });
  return (
    <AccountForm
      title={t('enter.title')}
      text={t('enter.text')}
      submit={t('enter.submit')}
      form={form}
      other={
        <AnchorLink to="/login" search={{ back }} state={true}>
          {t('enter.other')}
        </AnchorLink>
      }
    >
      <Text className="hint">{t('enter.warning')}</Text>
    </AccountForm>
  );
}
