/** Names of the books' accounts (docs/domain/books.md): no other file spells them. */
export type UserPart = 'pending' | 'available' | 'paying';

export const BANK = 'assets:bank';
export const SERVICE_FEE = 'income:service-fee';
export const PAYMENT_FEE = 'income:payment-fee';
export const PSP_FEE = 'expenses:psp-fee';
/** Money that providers took back for payers who disputed a payment. */
export const CHARGEBACK = 'expenses:chargeback';
/** Written-off differences between a provider's statement and our books. */
export const DIFFERENCES = 'expenses:statement-differences';
/** Money of payments that cannot be used, until it is back with the payer. */
export const LATE_PAYMENTS = 'liabilities:late-payments';

/** Refunds that did not reach their payers, until finance has paid them. */
export const FAILED_REFUNDS = 'liabilities:failed-refunds';

/** Our money at a payment provider. */
export const pspAccount = (provider: string): string => `assets:psp:${provider}`;

/** Our debt to a creator, by state of the money. */
export const userAccount = (user_id: string, part: UserPart): string => `liabilities:user:${user_id}:${part}`;

const ACCOUNTS = [
  BANK,
  SERVICE_FEE,
  PAYMENT_FEE,
  PSP_FEE,
  CHARGEBACK,
  DIFFERENCES,
  LATE_PAYMENTS,
  FAILED_REFUNDS,
];
const OTHERS = /^(assets:psp:[^:]+|liabilities:user:[^:]+:(pending|available|paying))$/;

/** The books can have an account of this name. */
export const isAccount = (name: string): boolean => ACCOUNTS.includes(name) || OTHERS.test(name);

/** The owner of a creator's account; undefined for other accounts and for sums over all creators. */
export const ownerOf = (account: string): string | undefined =>
  /^liabilities:user:([^:*]+):/.exec(account)?.[1];
