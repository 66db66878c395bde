import { Alert } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { WechatButton } from './wechat-button.tsx';

/** Below a sign-in form: the way by WeChat, or for somebody who comes from there why a first sign-in is needed. */
export function WechatSignIn({ back }: { back: string | undefined }) {
  const { t } = useTranslation('accounts');
  const { fr, name } = useSearch({ from: '/login' });
  if (fr === undefined)
    return (
      <WechatButton back={back} fullWidth size="md">
        {t('wechat.signIn')}
      </WechatButton>
    );
  return <Alert>{name === undefined ? t('wechat.onceUnnamed') : t('wechat.once', { name })}</Alert>;
}
