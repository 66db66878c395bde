import { type MethodKind, methodOfType, WITHDRAW_STATUS, type WithdrawStatus } from '#events/status.ts';
import { type WithdrawalState, withdrawStatusOf } from '#services/commerce/withdrawals/withdrawal.ts';
import { both, type Language, type Sentence } from '../http/language.ts';

const FAILED: Sentence = both('失败', 'Failed');
const statuses: Readonly<Record<WithdrawStatus, Sentence>> = {
  [WITHDRAW_STATUS.waiting]: both('待审核', 'Under review'),
  [WITHDRAW_STATUS.success]: both('已打款', 'Paid'),
  [WITHDRAW_STATUS.error]: FAILED,
  [WITHDRAW_STATUS.paypal_error]: FAILED,
  [WITHDRAW_STATUS.bank_error]: both(
    '银行系统返回失败，该卡可能有收款限制',
    'The bank rejected the transfer. The card may have a receiving limit',
  ),
  [WITHDRAW_STATUS.transferring]: both('转账中', 'In transit'),
};

const REJECTED: Sentence = both('已驳回', 'Rejected');

export const statusText = (one: WithdrawalState, language: Language): string =>
  (one.phase === 'rejected' ? REJECTED : statuses[withdrawStatusOf(one)])[language];

const methods: Readonly<Record<MethodKind, Sentence>> = {
  apy: both('支付宝', 'Alipay'),
  pp: both('PayPal', 'PayPal'),
  bank: both('银行卡', 'Bank card'),
};
export const typeText = (withdraw_type: number, language: Language): string =>
  methods[methodOfType(withdraw_type)][language];

/** Reasons that have a sentence; text written by people is returned unchanged. */
const reasons: Readonly<Record<string, Sentence>> = {
  account_unknown: both('收款账号不存在', 'The receiving account does not exist'),
  name_differs: both('账号与姓名不一致', 'The name does not match the account'),
  limit_reached: both('超出收款限额', 'The account has reached its receiving limit'),
  not_supported: both(
    '暂不支持向该账户付款，请改用其他收款方式',
    'Payouts to this kind of account are not possible at the moment. Choose another method',
  ),
  not_sent: both(
    '支付渠道没有受理这笔打款，款项已退回余额',
    'The payment provider did not take this payout. The money is available again',
  ),
  details_erased: both('收款信息已删除', 'The payout details were deleted'),
  holder_differs: both('银行卡与身份信息不一致', 'The card holder does not match the identity'),
};

export const reasonText = (reason: string, language: Language): string =>
  reasons[reason]?.[language] ?? reason;

const held = {
  pending_below_zero: both(
    '待结算收入因退款变为负数，相应金额暂不可提现',
    'Refunds exceed your pending income. The difference is on hold until new income covers it',
  ),
  payout_disputed: both(
    '支付机构反馈一笔失败的提现实际已到账，核实前该金额暂不可提现',
    'The provider reports that a failed withdrawal was paid. Its amount is on hold while we check',
  ),
} as const satisfies Record<string, Sentence>;

/** The reasons of a hold, one sentence each; empty without one. */
export const holdText = (reasons: Readonly<Record<keyof typeof held, boolean>>, language: Language): string =>
  (['pending_below_zero', 'payout_disputed'] as const)
    .filter((reason) => reasons[reason])
    .map((reason) => held[reason][language])
    .join(language === 'zh-CN' ? '；' : '. ');
