import type { BankForm } from '../payee.ts';

/** A form that every check of a bank card accepts. */
export const SAMPLE_CARD: BankForm = {
  number: '11010519491231002X',
  name: '王小明',
  mobile_number: '13800138000',
  mobile_bank: '',
  bank_acct_no: '6222000012345678',
  bank_code: 'ICBC',
  bank_branch_code: '',
};
