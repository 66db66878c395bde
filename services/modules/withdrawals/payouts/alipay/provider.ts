import { toWire } from '#events/money.ts';
import type { MethodKind } from '#events/status.ts';
import { RETURNS_MS } from '#services/commerce/withdrawals/returns.ts';
import { type AlipayAnswer, alipayClient, textIn } from '#services/modules/payments/alipay/client.ts';
import { ProviderUnavailable } from '#services/modules/payments/provider.ts';
import { bankByCode } from '#services/runtime/banks.ts';
import type { Clock } from '#services/runtime/clock.ts';
import type { AlipaySettings } from '#services/runtime/settings/alipay.ts';
import {
  NoAnswer,
  type PayoutFault,
  type PayoutProvider,
  type PayoutRequest,
  type PayoutState,
} from '../provider.ts';

const SCENE = 'DIRECT_TRANSFER';
const TITLE = '创作者收入提现';
/** A person's card, not a company's. */
const PERSONAL = '2';

/** What is wrong with the payee: the transfer was refused for good. All other errors can end differently later. */
const FAULTS: readonly (readonly [RegExp, PayoutFault])[] = [
  [/^PAYEE_(USER_INFO|CARD_INFO)_ERROR$/, 'name_differs'],
  [/^(PAYEE_|CARD_BIN_ERROR$|INVALID_CARDNO$)/, 'account_unknown'],
  [/^EXCEED_LIMIT_/, 'limit_reached'],
];
const faultOf = (code: string): PayoutFault | undefined => FAULTS.find(([form]) => form.test(code))?.[1];

/** Each product is signed for, and has its own books. */
const PRODUCTS = { apy: 'TRANS_ACCOUNT_NO_PWD', bank: 'TRANS_BANKCARD_NO_PWD' } as const;
/** Those that could have been used: all, if the payee's details are erased. */
function productsFor(kind: MethodKind | undefined): readonly AlipayTransfer['product_code'][] {
  if (kind === undefined) return Object.values(PRODUCTS);
  return kind === 'pp' ? [] : [PRODUCTS[kind]];
}

interface AlipayTransfer {
  product_code: (typeof PRODUCTS)[keyof typeof PRODUCTS];
  payee_info: object;
}

/** Undefined: Alipay does not reach PayPal. */
function transferTo(payee: PayoutRequest['payee']): AlipayTransfer | undefined {
  if (payee.kind !== 'bank') {
    const { account: identity, realname: name, kind } = payee;
    const payee_info = { identity, identity_type: 'ALIPAY_LOGON_ID', name };
    return kind === 'apy' ? { product_code: PRODUCTS.apy, payee_info } : undefined;
  }
  const { bank_acct_no: identity, name, bank_code } = payee;
  const bankcard_ext_info = { inst_name: bankByCode(bank_code)?.name ?? '', account_type: PERSONAL };
  const payee_info = { identity, identity_type: 'BANKCARD_ACCOUNT', name, bankcard_ext_info };
  return { product_code: PRODUCTS.bank, payee_info };
}

function stateOf(answer: AlipayAnswer): PayoutState {
  switch (textIn(answer, 'status')) {
    case 'SUCCESS':
      return { kind: 'succeeded', provider_reference: textIn(answer, 'order_id') };
    case 'FAIL':
    case 'CLOSED':
    case 'REFUND':
      return { kind: 'failed', cause: faultOf(textIn(answer, 'error_code')) ?? 'account_unknown' };
    default:
      return { kind: 'processing' };
  }
}

/**
 * Transfers of Alipay's open platform, to its accounts and to bank cards. Our payout id is their number, and Alipay
 * transfers once per number. Both calls throw NoAnswer for errors that do not say that nothing was accepted.
 */
export function openAlipayPayouts(settings: AlipaySettings, clock: Clock): PayoutProvider {
  const alipay = alipayClient(settings, clock);

  async function ask(payout_id: string, method: string, content: object): Promise<AlipayAnswer> {
    try {
      return await alipay.ask({ method, content: { ...content, out_biz_no: payout_id, biz_scene: SCENE } });
    } catch (error) {
      if (error instanceof ProviderUnavailable) throw new NoAnswer(payout_id, error.message);
      throw error;
    }
  }
  const unclear = (payout_id: string, answer: AlipayAnswer): NoAnswer =>
    new NoAnswer(payout_id, alipay.refused(answer).message);

  return {
    name: 'alipay',
    recheckMs: RETURNS_MS.alipay,
    async pay({ payout_id, amount, payee }) {
      const to = transferTo(payee);
      if (!to) return { kind: 'failed', cause: 'not_supported' };
      const content = { ...to, trans_amount: toWire(amount), order_title: TITLE };
      const answer = await ask(payout_id, 'alipay.fund.trans.uni.transfer', content);
      if (answer.code === '10000') return stateOf(answer);
      const cause = faultOf(answer.sub_code ?? '');
      if (cause === undefined) throw unclear(payout_id, answer);
      return { kind: 'failed', cause };
    },
    async lookUp(payout_id, kind) {
      for (const product_code of productsFor(kind)) {
        const answer = await ask(payout_id, 'alipay.fund.trans.common.query', { product_code });
        if (answer.code === '10000') return stateOf(answer);
        if (answer.sub_code !== 'ORDER_NOT_EXIST') throw unclear(payout_id, answer);
      }
      return undefined;
    },
  };
}
