/** Names of the books' accounts (docs/domain.md, Ledger): one place that spells them. */
export type UserPart = 'pending' | 'available' | 'paying';

export const BANK = 'assets:bank';
export const SERVICE_FEE = 'income:service-fee';
export const PAYMENT_FEE = 'income:payment-fee';
/** Money of payments that cannot be used, until it is back with the payer. */
export const LATE_PAYMENTS = 'liabilities:late-payments';

/** What a payment provider holds for us. */
export const pspAccount = (provider: string): string => `assets:psp:${provider}`;

/** What we owe a creator, by how far it is on its way. */
export const userAccount = (user_id: string, part: UserPart): string => `liabilities:user:${user_id}:${part}`;
