import { WITHDRAW_STATUS } from '#events/status.ts';

const { waiting, transferring, success } = WITHDRAW_STATUS;
export const WITHDRAWAL_STATUSES = [`${waiting}`, `${transferring}`, `${success}`, 'failed'] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

export interface WithdrawalFilter {
  status?: WithdrawalStatus | undefined;
  withdraw_type?: number | undefined;
  user_id?: string | undefined;
  /** The search words. */
  q?: string | undefined;
  page?: number | undefined;
}
