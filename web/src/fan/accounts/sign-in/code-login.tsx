import { Checkbox } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AnchorLink } from '../../../components/links.tsx';
import { pendingLink, rememberLink } from '../wechat/pending-link.ts';
import { useWechatText, WechatSignIn } from '../wechat/wechat-sign-in.tsx';
import { AccountForm } from './account-form.tsx';
import { ToRegister } from './to-register.tsx';
import { useCodeSignIn } from './use-code-sign-in.tsx';

interface Props {
  onDone: () => Promise<void>;
  onRefused: (error: unknown) => void;
}

/** Signs in by a code instead of the password. */
export function CodeLogin({ onDone, onRefused }: Props) {
  const { t } = useTranslation('accounts');
  const { fr } = useSearch({ from: '/login' });
  const pending = fr === 'wx' ? pendingLink() : undefined;
  const [links, setLinks] = useState(false);
  const { form, fields } = useCodeSignIn({
    scene: 'login',
    mp_token: links ? pending?.mp_token : undefined,
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
      {fields}
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
