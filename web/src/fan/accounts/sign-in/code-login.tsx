import { Checkbox } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { quickLogin, sendQuickLoginCode } from '#services/contract/accounts/passport.ts';
import { useCall } from '../../../api/queries.ts';
import { personChanged } from '../../../app/session.ts';
import { CodeField } from '../../../components/codes/code-field.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { AnchorLink } from '../../../components/links.tsx';
import { pendingLink, rememberLink } from '../wechat/pending-link.ts';
import { useWechatText, WechatSignIn } from '../wechat/wechat-sign-in.tsx';
import { AccountField } from './account-fields.tsx';
import { AccountForm } from './account-form.tsx';
import { useAccountRules } from './account-rules.ts';
import { ToRegister } from './to-register.tsx';

interface Props {
  onDone: () => Promise<void>;
  onRefused: (error: unknown) => void;
}

/** Signs in by a code instead of the password. */
export function CodeLogin({ onDone, onRefused }: Props) {
  const { t } = useTranslation('accounts');
  const client = useQueryClient();
  const { account, code } = useAccountRules();
  const { fr } = useSearch({ from: '/login' });
  const pending = fr === 'wx' ? pendingLink() : undefined;
  const [links, setLinks] = useState(false);
  const send = useCall(sendQuickLoginCode, { quiet: true, refresh: false });
  const form = useServerForm({
    initialValues: { account: '', code: '' },
    validate: { account, code },
    send: useCall(quickLogin, { quiet: true, refresh: false, onSuccess: () => personChanged(client) }),
    requestOf: (typed) => ({
      account: typed.account.trim(),
      code: typed.code.trim(),
      ...(links && pending && { mp_token: pending.mp_token }),
    }),
    onDone({ is_linked }) {
      if (is_linked) {
        rememberLink(undefined);
        notifications.show({ color: 'green', message: t('wechat.done') });
      }
      return onDone();
    },
    onRefused,
  });
  return (
    <AccountForm
      title={t('login.title')}
      text={useWechatText() ?? t('login.codeText')}
      submit={t('login.submit')}
      form={form}
      other={<ToRegister />}
      after={<WechatSignIn />}
    >
      <AccountField {...form.getInputProps('account')} />
      <CodeField scene="login" form={form} call={send} requestOf={(to) => to} />
      {pending && (
        <Checkbox
          label={
            pending.name === '' ? t('wechat.linkHereUnnamed') : t('wechat.linkHere', { name: pending.name })
          }
          description={t('wechat.questionHint')}
          checked={links}
          onChange={(event) => setLinks(event.currentTarget.checked)}
        />
      )}
      <AnchorLink to="/login" search={(before) => ({ ...before, type: undefined })} state={true} size="sm">
        {t('login.byPassword')}
      </AnchorLink>
    </AccountForm>
  );
}
