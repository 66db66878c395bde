import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { WechatButton } from './wechat-button.tsx';

/** Why somebody who comes from WeChat signs in once more; undefined for everybody else. */
export function useWechatText(): string | undefined {
  const { t } = useTranslation('accounts');
  const { fr, name } = useSearch({ from: '/login' });
  if (fr === undefined) return undefined;
  return name === undefined ? t('wechat.onceUnnamed') : t('wechat.once', { name });
}

/** Below a sign-in form: the way by WeChat, for people who do not come from there. */
export function WechatSignIn() {
  const { t } = useTranslation('accounts');
  const { fr, back } = useSearch({ from: '/login' });
  if (fr !== undefined) return null;
  return (
    <WechatButton back={back} fullWidth size="md">
      {t('wechat.signIn')}
    </WechatButton>
  );
}
