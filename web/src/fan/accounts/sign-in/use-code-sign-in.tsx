import { useQueryClient } from '@tanstack/react-query';
import { quickLogin, sendOrderCode, sendQuickLoginCode } from '#services/contract/accounts/passport.ts';
import type { DataOf } from '#services/contract/endpoint.ts';
import { useCall } from '../../../api/queries.ts';
import { personChanged } from '../../../app/session.ts';
import { CodeField } from '../../../components/codes/code-field.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { AccountField } from './account-fields.tsx';
import { useAccountRules } from './account-rules.ts';

const SEND_CODE = { login: sendQuickLoginCode, order: sendOrderCode };

interface Options {
  scene: keyof typeof SEND_CODE;
  /** Of the messenger's person, who is linked to the account. */
  mp_token?: string | undefined;
  onDone: (answer: DataOf<typeof quickLogin>) => void | Promise<void>;
  /** Also of an account with a second factor. */
  onRefused: (error: unknown) => void;
}

/** A form that signs in by a code, with its fields. */
export function useCodeSignIn({ scene, mp_token, onDone, onRefused }: Options) {
  const client = useQueryClient();
  const { account, code } = useAccountRules();
  const send = useCall(SEND_CODE[scene], { quiet: true, refresh: false });
  const form = useServerForm({
    initialValues: { account: '', code: '' },
    validate: { account, code },
    send: useCall(quickLogin, { quiet: true, refresh: false, onSuccess: () => personChanged(client) }),
    requestOf: (typed) => ({
      account: typed.account.trim(),
      code: typed.code.trim(),
      ...(mp_token !== undefined && { mp_token }),
    }),
    onDone,
    onRefused,
  });
  const fields = (
    <>
      <AccountField {...form.getInputProps('account')} />
      <CodeField scene={scene} form={form} call={send} requestOf={(to) => to} />
    </>
  );
  return { form, fields };
}
