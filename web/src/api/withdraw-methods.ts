import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { CARD_STATUS, type MethodKind, WITHDRAW_TYPE } from '#events/status.ts';
import {
  type BankForm,
  bindBank,
  type ChangeBank,
  changeBank,
  editWithdrawMethod,
  getWithdrawInfo,
  type IdentityBankForm,
  resendBankCode,
  type SaveWallet,
  searchBank,
  setDefaultWithdrawMethod,
  submitIdentityBank,
  uploadIdentityDocument,
  verifyBank,
  type WithdrawInfo,
} from '#services/api/withdrawals/contract/withdraw-methods.ts';
import { language } from '../language/i18n.ts';
import { call, upload } from './client.ts';
import { codeSent } from './passport.ts';

const REVIEW_POLL_MS = 30_000;
const METHODS_KEY = ['withdraw-methods'];

/** The creator's payout methods, masked. While a card is under review, they are polled. */
export const withdrawInfoQuery = () =>
  queryOptions({
    queryKey: [...METHODS_KEY, language()],
    queryFn: ({ signal }) => call(getWithdrawInfo, {}, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.bang?.status === CARD_STATUS.reviewing ? REVIEW_POLL_MS : false,
    placeholderData: keepPreviousData,
  });

export const METHODS = ['apy', 'pp', 'bank'] as const satisfies readonly MethodKind[];

/** An active method. */
export interface Usable {
  method: MethodKind;
  /** Owner and account, masked. */
  name: string;
  account: string;
}

export function usableMethods({ apy, pp, bang }: WithdrawInfo): Usable[] {
  const usable: Usable[] = [];
  if (apy) usable.push({ method: 'apy', name: apy.realname, account: apy.account });
  if (pp) usable.push({ method: 'pp', name: pp.realname, account: pp.account });
  if (bang?.status === CARD_STATUS.active) {
    usable.push({ method: 'bank', name: bang.name, account: `${bang.bank_name} ${bang.bank_acct_no}` });
  }
  return usable;
}

const MOST_LETTERS = 60;

/** Banks by part of their name: five at most. */
export const banksQuery = (name: string) =>
  queryOptions({
    queryKey: ['banks', name],
    queryFn: async ({ signal }) =>
      (await call(searchBank, { name: name.slice(0, MOST_LETTERS) }, { signal })).list,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Refused by field, which the forms show. */
function useMethodChange<Input, Answer>(change: (input: Input) => Promise<Answer>, quiet = true) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    meta: { quiet },
    onSuccess: () => client.invalidateQueries({ queryKey: METHODS_KEY }),
  });
}

interface CodeSent {
  /** Seconds until the next code can be requested. */
  resend_after: number;
}

/** A change that is proved by a code, which is on its way once this has answered. */
function useCodeRequest<Input>(ask: (input: Input) => Promise<CodeSent>, quiet = true) {
  const client = useQueryClient();
  return useMethodChange(async (input: Input) => {
    const sent = await ask(input);
    await codeSent(client);
    return sent;
  }, quiet);
}

export const useSaveWallet = () => useMethodChange((input: SaveWallet) => call(editWithdrawMethod, input));

export const useBindBank = () => useCodeRequest((input: BankForm) => call(bindBank, input));

/** A card with the holder's identity card. */
export const useSubmitIdentityBank = () =>
  useCodeRequest((input: IdentityBankForm) => call(submitIdentityBank, input));

export type CardSide = 'FRONT' | 'BACK';

/** Keeps a picture of one side of the identity card; answers its file id. */
export const useUploadDocument = () =>
  useMutation({
    mutationFn: async (input: { identity_no: string; card_side: CardSide; file: File }) => {
      const { file, ...fields } = input;
      return (await upload(uploadIdentityDocument, file, fields)).fileId;
    },
    meta: { quiet: true },
  });

/** Another card of the same person. */
export const useChangeBank = () => useCodeRequest((input: ChangeBank) => call(changeBank, input));

export const useResendBankCode = () => useCodeRequest((_: undefined) => call(resendBankCode), false);

export const useVerifyBank = () => useMethodChange((sms_code: string) => call(verifyBank, { sms_code }));

export const useSetDefault = () =>
  useMethodChange(
    (method: MethodKind) => call(setDefaultWithdrawMethod, { withdraw_type: WITHDRAW_TYPE[method] }),
    false,
  );
