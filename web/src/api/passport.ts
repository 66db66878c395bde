import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  checkForgetCode,
  register,
  resetPassword,
  sandboxOutbox,
  sendForgetCode,
  sendVerifyCode,
} from '#services/api/accounts/contract/accounts.ts';
import { call } from './client.ts';
import { personChanged } from './session.ts';

export type CodeScene = 'register' | 'forgot';

/** `email` or `phone`, read from how the account is written. */
const accountTypeOf = (account: string): 'email' | 'phone' => (account.includes('@') ? 'email' : 'phone');

/** An e-mail address or a phone number; the server decides in the end. */
export const looksLikeAccount = (account: string): boolean =>
  /^\S+@\S+\.\S+$/.test(account) || /^\+?[\d -]{6,20}$/.test(account);

/** Sends a code; returns the seconds until the next one can be requested. */
export function useSendCode(scene: CodeScene) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (account: string) => {
      const to = { account, account_type: accountTypeOf(account) };
      const answer = await (scene === 'forgot'
        ? call(sendForgetCode, to)
        : call(sendVerifyCode, { ...to, scene }));
      return answer.resend_after;
    },
    onSuccess: () => codeSent(client),
  });
}

const OUTBOX_POLL_MS = 2000;
const OUTBOX_KEY = ['session', 'outbox'];

/** The sandbox's messages to this account, newest first; undefined outside the sandbox. */
export const outboxQuery = (account: string) =>
  queryOptions({
    queryKey: [...OUTBOX_KEY, account],
    queryFn: ({ signal }) => call(sandboxOutbox, { account }, { signal }),
    retry: false,
    enabled: account !== '',
    refetchInterval: ({ state }) => (state.data?.list.length === 0 ? OUTBOX_POLL_MS : false),
  });

/** A new code makes the previous one invalid: the old message is not shown until the outbox has answered again. */
export const codeSent = (client: QueryClient): Promise<void> => client.resetQueries({ queryKey: OUTBOX_KEY });

export function useRegister() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { account: string; code: string; password: string; name: string }) =>
      call(register, input),
    onSuccess: () => personChanged(client),
  });
}

/** Trades account and code for a token that may set a new password. */
export const useCheckForgetCode = () =>
  useMutation({
    mutationFn: async (input: { account: string; code: string }) =>
      (await call(checkForgetCode, input)).token,
  });

export const useResetPassword = () =>
  useMutation({
    mutationFn: (input: { token: string; password: string }) => call(resetPassword, input),
  });
