import type { TFunction } from 'i18next';
import { lessYuan } from '../../components/wire-money.ts';

export const ROOTS = ['assets', 'liabilities', 'income', 'expenses', 'equity'] as const;
export const PARTS = ['pending', 'available', 'paying'] as const;

const FIXED = {
  'assets:bank': 'account.bank',
  'liabilities:late-payments': 'account.latePayments',
  'liabilities:failed-refunds': 'account.failedRefunds',
  'income:service-fee': 'account.serviceFee',
  'income:payment-fee': 'account.paymentFee',
  'expenses:psp-fee': 'account.pspFee',
  'expenses:chargeback': 'account.chargeback',
  'expenses:statement-differences': 'account.differences',
} as const;

const isFixed = (account: string): account is keyof typeof FIXED => Object.hasOwn(FIXED, account);

/** A creator's account as its parts; `user_id` is `*` of all creators together. */
export function creatorAccount(
  account: string,
): { user_id: string; part: (typeof PARTS)[number] } | undefined {
  const [, user_id, last] = /^liabilities:user:([^:]+):(\w+)$/.exec(account) ?? [];
  const part = PARTS.find((one) => one === last);
  return user_id === undefined || part === undefined ? undefined : { user_id, part };
}

/** Assets and expenses are in debit, what we owe and earn is in credit. */
export const normalSide = (account: string): 'debit' | 'credit' =>
  /^(assets|expenses):/.test(account) ? 'debit' : 'credit';

/** Above zero on the normal side of the account. */
export const ownBalance = (account: string, balance: string): string =>
  normalSide(account) === 'debit' ? balance : lessYuan('0', balance);

/**
 * An account in words.
 * @param name of the account's creator; empty for others
 */
export function accountWord(t: TFunction<'books'>, account: string, name: string): string {
  const own = creatorAccount(account);
  if (own) {
    const whose = own.user_id === '*' ? t('account.everybody') : name || own.user_id;
    return `${whose} · ${t(`part.${own.part}`)}`;
  }
  if (isFixed(account)) return t(FIXED[account]);
  const [, provider] = /^assets:psp:(.+)$/.exec(account) ?? [];
  return provider === undefined ? account : t('account.psp', { name: provider });
}
