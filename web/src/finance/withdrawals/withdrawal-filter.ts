import { WITHDRAW_STATUS } from '#events/status.ts';

const { waiting, transferring, success } = WITHDRAW_STATUS;
export const WITHDRAWAL_STATUSES = [`${waiting}`, `${transferring}`, `${success}`, 'failed'] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

/** Why one needs attention, as the overview counts them. */
export const WITHDRAWAL_ATTENTION = ['disputed', 'unknown', 'failed', 'waiting', 'unsent'] as const;

export interface WithdrawalFilter {
  status?: WithdrawalStatus | undefined;
  withdraw_type?: number | undefined;
  attention?: (typeof WITHDRAWAL_ATTENTION)[number] | undefined;
  user_id?: string | undefined;
  /** The search words. */
  q?: string | undefined;
  page?: number | undefined;
}
