import { Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignIn } from '../../../app/session.ts';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { AnchorLink } from '../../../components/links.tsx';
import { homeIn } from '../../../shell/home.ts';
import { wayBack } from '../../../shell/session-guard.ts';
import { pendingLink } from '../wechat/pending-link.ts';
import { useWechatText, WechatSignIn } from '../wechat/wechat-sign-in.tsx';
import { AccountField, PasswordField } from './account-fields.tsx';
import { AccountForm } from './account-form.tsx';
import { useAccountRules } from './account-rules.ts';
import { CodeLogin } from './code-login.tsx';
import { PasskeyLogin } from './passkey-login.tsx';
import { type HalfSignIn, halfSignInOf, SecondFactor } from './second-factor.tsx';
import { ToRegister } from './to-register.tsx';
import { TokenLogin } from './token-login.tsx';

const route = getRouteApi('/login');

/** Signs in, by password, code or the token of a link, and leads back to where one was. */
export function LoginPage() {
  const { back, type, atn, fr } = route.useSearch();
  const navigate = route.useNavigate();
  const client = useQueryClient();
  /** Of the first step; lost with the page. */
  const [half, setHalf] = useState<HalfSignIn>();
  const onDone = async () => {
    if (fr === 'wx' && pendingLink()) {
      await navigate({ to: '/oauth/wechat', search: { step: 'link' }, replace: true, state: true });
      return;
    }
    await navigate({ href: wayBack(back, homeIn(client)), replace: true, state: true });
  };
  if (atn !== undefined) return <TokenLogin atn={atn} back={back} onDone={onDone} />;
  if (half !== undefined) {
    return <SecondFactor half={half} onDone={onDone} onEnded={() => setHalf(undefined)} />;
  }
  const onRefused = (error: unknown) => setHalf(halfSignInOf(error));
  if (type === 'mobile') return <CodeLogin onDone={onDone} onRefused={onRefused} />;
  return <PasswordLogin back={back} onDone={onDone} onRefused={onRefused} />;
}

interface Props {
  back: string | undefined;
  onDone: () => Promise<void>;
  onRefused: (error: unknown) => void;
}

function PasswordLogin({ back, onDone, onRefused }: Props) {
  const { t } = useTranslation('accounts');
  const { account, knownPassword } = useAccountRules();
  const form = useServerForm({
    initialValues: { account: '', password: '' },
    validate: { account, password: knownPassword },
    send: useSignIn(),
    requestOf: (typed) => ({ account: typed.account.trim(), password: typed.password }),
    onDone,
    onRefused,
  });
  return (
    <AccountForm
      title={t('login.title')}
      text={useWechatText() ?? t('login.text')}
      submit={t('login.submit')}
      form={form}
      other={<ToRegister />}
      after={
        <>
          <PasskeyLogin onDone={onDone} />
          <WechatSignIn />
        </>
      }
    >
      <AccountField {...form.getInputProps('account')} autoComplete="username webauthn" />
      <PasswordField {...form.getInputProps('password')} />
      <Group justify="space-between">
        <AnchorLink
          to="/login"
          search={(before) => ({ ...before, type: 'mobile' as const })}
          state={true}
          size="sm"
        >
          {t('login.byCode')}
        </AnchorLink>
        <AnchorLink to="/forgot" search={{ back }} state={true} size="sm">
          {t('login.forgot')}
        </AnchorLink>
      </Group>
    </AccountForm>
  );
}
