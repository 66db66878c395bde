/** Names of the books' accounts (docs/domain.md, Ledger): one place that spells them. */
export type UserPart = 'pending' | 'available' | 'paying';

export const BANK = 'assets:bank';
export const SERVICE_FEE = 'income:service-fee';
export const PAYMENT_FEE = 'income:payment-fee';
/** What payment providers keep for themselves. */
export const PSP_FEE = 'expenses:psp-fee';
/** What providers took back from us for payers who disputed a payment. */
export const CHARGEBACK = 'expenses:chargeback';
/** What was given up as a difference between a provider's statement and our books. */
export const DIFFERENCES = 'expenses:statement-differences';
/** Money of payments that cannot be used, until it is back with the payer. */
export const LATE_PAYMENTS = 'liabilities:late-payments';

/** What a payment provider holds for us. */
export const pspAccount = (provider: string): string => `assets:psp:${provider}`;

/** What we owe a creator, by how far it is on its way. */
export const userAccount = (user_id: string, part: UserPart): string => `liabilities:user:${user_id}:${part}`;

/** The creator whose account it is; undefined for accounts of ours, and for those of all creators together. */
export const ownerOf = (account: string): string | undefined =>
  /^liabilities:user:([^:*]+):/.exec(account)?.[1];
