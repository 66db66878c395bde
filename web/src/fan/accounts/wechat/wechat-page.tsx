import { Center, Loader, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { mpCode, wxCode } from '#services/contract/accounts/messenger.ts';
import { useCall } from '../../../api/queries.ts';
import { isRefusal } from '../../../api/refusal.ts';
import { sentenceOf } from '../../../app/queries.ts';
import { personChanged, useProfile } from '../../../app/session.ts';
import { ButtonLink } from '../../../components/links.tsx';
import { homeIn } from '../../../shell/home.ts';
import { wayBack } from '../../../shell/session-guard.ts';
import { AccountCard } from '../sign-in/account-form.tsx';
import { halfSignInOf, SecondFactor } from '../sign-in/second-factor.tsx';
import { LinkQuestion } from './link-question.tsx';
import { pendingLink, rememberedBack, rememberLink } from './pending-link.ts';

const route = getRouteApi('/oauth/wechat');

/** Where WeChat leads back to: signs in, asks somebody who is signed in about a link, or leads to a first sign-in. */
export function WechatPage() {
  const { t } = useTranslation('accounts');
  const { code = '', state = '', kind = 'wx', step } = route.useSearch();
  const navigate = route.useNavigate();
  const client = useQueryClient();
  const profile = useProfile();
  const calls = {
    wx: useCall(wxCode, { quiet: true, refresh: false }),
    mp: useCall(mpCode, { quiet: true, refresh: false }),
  };
  const { mutateAsync, error } = calls[kind];
  /** The person did not agree. */
  const isCancelled = code === '' || state === '';
  const isLinking = step === 'link' && profile != null && pendingLink() !== undefined;
  const isSent = useRef(false);

  useEffect(() => {
    // A code is good for one request.
    if (isSent.current || isCancelled || step !== undefined || profile === undefined) return;
    isSent.current = true;
    const back = rememberedBack();
    async function enter() {
      const { auth_token, mp_token, mp_profile } = await mutateAsync({ code, state });
      if (auth_token !== '') {
        await personChanged(client);
        await navigate({ href: wayBack(back, homeIn(client)), replace: true, state: true });
        return;
      }
      rememberLink({ mp_token, name: mp_profile.name });
      if (profile) {
        await navigate({ search: { step: 'link' }, replace: true });
        return;
      }
      const search = { type: 'mobile', fr: 'wx', back, name: mp_profile.name || undefined } as const;
      await navigate({ to: '/login', search, replace: true, state: true });
    }
    enter().catch(() => undefined); // shown below
  }, [client, code, isCancelled, mutateAsync, navigate, profile, state, step]);

  if (isLinking) {
    const onDone = () => void navigate({ href: wayBack(rememberedBack(), homeIn(client)), replace: true });
    return <LinkQuestion onDone={onDone} />;
  }
  const half = halfSignInOf(error);
  if (half !== undefined) {
    const onDone = () =>
      navigate({ href: wayBack(rememberedBack(), homeIn(client)), replace: true, state: true });
    const onEnded = () => void navigate({ to: '/login', replace: true });
    return <SecondFactor half={half} onDone={onDone} onEnded={onEnded} />;
  }
  const isFailed = isCancelled || error !== null;
  const trouble = error && ((isRefusal(error) && error.errors[0]?.message) || sentenceOf(error));
  return (
    <AccountCard title={t('wechat.signIn')} text={t(isFailed ? 'wechat.failed' : 'wechat.wait')}>
      {isFailed ? (
        <>
          {trouble && <Text role="alert">{trouble}</Text>}
          <ButtonLink to="/login">{t('wechat.back')}</ButtonLink>
        </>
      ) : (
        <Center>
          <Loader aria-label={t('wechat.wait')} />
        </Center>
      )}
    </AccountCard>
  );
}
