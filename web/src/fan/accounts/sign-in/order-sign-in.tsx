import { Modal, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { quickLogin, sendOrderCode } from '#services/contract/accounts/passport.ts';
import { useCall } from '../../../api/queries.ts';
import { personChanged } from '../../../app/session.ts';
import { CodeField } from '../../../components/codes/code-field.tsx';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { AccountField } from './account-fields.tsx';
import { useAccountRules } from './account-rules.ts';

interface Props {
  onClose: () => void;
  /** Ways for people without an account, or with another first step. */
  others: ReactNode;
}

/** Signs a guest in by a code, in the middle of an order. */
export default function OrderSignIn({ onClose, others }: Props) {
  const { t } = useTranslation('accounts');
  const client = useQueryClient();
  const { account, code } = useAccountRules();
  const send = useCall(sendOrderCode, { quiet: true, refresh: false });
  const form = useServerForm({
    initialValues: { account: '', code: '' },
    validate: { account, code },
    send: useCall(quickLogin, { quiet: true, refresh: false, onSuccess: () => personChanged(client) }),
    requestOf: (typed) => ({ account: typed.account.trim(), code: typed.code.trim() }),
    onDone: onClose,
  });
  return (
    <Modal opened onClose={onClose} title={t('order.title')} size="sm">
      <ServerForm form={form} submit={t('login.submit')} button={{ size: 'md', fullWidth: true }}>
        <Text size="sm" c="dimmed">
          {t('order.text')}
        </Text>
        <AccountField {...form.getInputProps('account')} />
        <CodeField scene="order" form={form} call={send} requestOf={(to) => to} />
      </ServerForm>
      {others}
    </Modal>
  );
}
