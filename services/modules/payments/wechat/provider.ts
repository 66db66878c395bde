import type { Pool } from 'pg';
import type { ChargeId } from '#events/ids.ts';
import { type Fen, fenOf } from '#events/money.ts';
import type { Clock } from '#services/runtime/clock.ts';
import type { WechatPaySettings } from '#services/runtime/settings/wechat-pay.ts';
import { numberedCharges, paidAmount, type Trade } from '../numbered-charges.ts';
import {
  type ChargeRequest,
  type Checkout,
  type PaymentProvider,
  type PayScene,
  ProviderContradiction,
  ProviderRefusal,
  type Refund,
} from '../provider.ts';
import { refundNumber } from '../refund-number.ts';
import { wechatBills } from './bills.ts';
import { textIn, unavailable, type WechatAnswer, wechatClient } from './client.ts';
import { checkWechatNotice } from './notice.ts';

const WECHAT = 'wechat';

/** Its shortest life of an order. */
const SHORTEST_MS = 60_000;
/** Pages of phones are good for five minutes. */
const PHONE_PAGE_MS = 240_000;
/** Most characters of a description. */
const MAX_DESCRIPTION = 100;

const TRADES: Readonly<Record<string, Trade['status']>> = {
  NOTPAY: 'open',
  USERPAYING: 'open',
  PAYERROR: 'open',
  SUCCESS: 'paid',
  REFUND: 'paid',
  CLOSED: 'closed',
  REVOKED: 'closed',
};

const REFUNDS: Readonly<Record<string, Refund['status']>> = {
  SUCCESS: 'sent',
  PROCESSING: 'pending',
  CLOSED: 'failed',
  ABNORMAL: 'failed',
};

function inAmount({ body: { amount } }: WechatAnswer, field: 'total' | 'refund' | 'currency'): unknown {
  return typeof amount === 'object' && amount !== null ? Reflect.get(amount, field) : undefined;
}
function amountIn(answer: WechatAnswer, field: 'total' | 'refund'): Fen | undefined {
  const value = inAmount(answer, field);
  return Number.isSafeInteger(value) ? fenOf(Number(value)) : undefined;
}

interface WechatOptions {
  pool: Pool;
  clock: Clock;
  settings: WechatPaySettings;
  /** Where WeChat Pay sends notices, absolute. */
  notifyUrl: string;
}

/** WeChat Pay, API version 3: codes to scan, and pages that open the app of a phone. */
export function openWechatPay({ pool, clock, settings, notifyUrl }: WechatOptions): PaymentProvider {
  const wechat = wechatClient(settings, clock);
  const { appId: appid, merchantId: mchid } = settings;
  const orderPath = (out_trade_no: string): string =>
    `/v3/pay/transactions/out-trade-no/${encodeURIComponent(out_trade_no)}`;

  async function open(
    out_trade_no: string,
    { amount, currency, expires_at, checkout }: ChargeRequest & { checkout: Checkout },
    scene: PayScene,
  ): Promise<{ url: string; code: string }> {
    const { payer_ip, subject, return_url } = checkout;
    const isPage = scene === 'phone' && settings.products.includes('h5') && payer_ip !== undefined;
    const content = {
      appid,
      mchid,
      description: [...subject].slice(0, MAX_DESCRIPTION).join(''),
      out_trade_no,
      time_expire: new Date(Math.max(expires_at, clock.now() + SHORTEST_MS))
        .toISOString()
        .replace(/\.\d+Z$/, '+00:00'),
      notify_url: notifyUrl,
      amount: { total: amount, currency },
      ...(isPage && { scene_info: { payer_client_ip: payer_ip, h5_info: { type: 'Wap' } } }),
    };
    const answer = await wechat.post(`/v3/pay/transactions/${isPage ? 'h5' : 'native'}`, content);
    const page = textIn(answer, isPage ? 'h5_url' : 'code_url');
    if (answer.status !== 200 || page === '') throw unavailable(answer);
    if (!isPage) return { url: '', code: page };
    const back = encodeURIComponent(return_url);
    return { url: `${page}${page.includes('?') ? '&' : '?'}redirect_url=${back}`, code: '' };
  }

  /** As a notice is checked. An unpaid trade can have no currency yet. */
  function checkedTrade(answer: WechatAnswer, out_trade_no: string, isPaid: boolean): void {
    const currency = inAmount(answer, 'currency') ?? (isPaid ? undefined : 'CNY');
    const isOurs =
      textIn(answer, 'out_trade_no') === out_trade_no &&
      textIn(answer, 'appid') === appid &&
      textIn(answer, 'mchid') === mchid &&
      currency === 'CNY';
    if (!isOurs)
      throw new ProviderContradiction(`WeChat Pay: the answer about ${out_trade_no} is about another trade`);
  }

  async function tradeOf(out_trade_no: string): Promise<Trade> {
    const answer = await wechat.get(`${orderPath(out_trade_no)}?mchid=${mchid}`);
    if (answer.status === 404) return { status: 'absent', amount: undefined };
    const status = TRADES[textIn(answer, 'trade_state')];
    if (answer.status !== 200 || status === undefined) throw unavailable(answer);
    checkedTrade(answer, out_trade_no, status === 'paid');
    return { status, amount: amountIn(answer, 'total') };
  }

  const charges = numberedCharges(pool, clock, {
    name: WECHAT,
    method: 'wpy',
    phonePageMs: PHONE_PAGE_MS,
    open,
    tradeOf,
    close: async (out_trade_no) =>
      (await wechat.post(`${orderPath(out_trade_no)}/close`, { mchid })).status < 300,
  });

  const refundOf = (answer: WechatAnswer, amount: Fen | undefined) => {
    const state = textIn(answer, 'status');
    const status = REFUNDS[state] ?? 'pending';
    const provider_refund_id = textIn(answer, 'refund_id');
    const reason = status === 'failed' ? state : '';
    return { amount: amountIn(answer, 'refund') ?? amount, refund: { provider_refund_id, status, reason } };
  };

  async function knownRefund(refund_id: string) {
    const number = encodeURIComponent(refundNumber(refund_id));
    const answer = await wechat.get(`/v3/refund/domestic/refunds/${number}`);
    if (answer.status === 404) return undefined;
    if (answer.status !== 200) throw unavailable(answer);
    return refundOf(answer, undefined);
  }

  const numberOf = async (charge_id: ChargeId): Promise<string> => {
    const number = await charges.numberOf(charge_id);
    if (number === undefined) throw new ProviderRefusal('charge_unknown', charge_id);
    return number;
  };

  return {
    name: WECHAT,
    methods: ['wpy'],
    acknowledgement: { code: 'SUCCESS', message: '成功' },
    createCharge: charges.createCharge,
    methodOf: charges.methodOf,
    lookUp: charges.lookUp,
    closeCharge: charges.closeCharge,
    ...wechatBills(wechat, clock),
    verifyNotice: (rawBody, headers, now) => checkWechatNotice(settings, rawBody, headers, now),
    async refund({ refund_id, charge_id, amount }) {
      const out_trade_no = await numberOf(charge_id);
      const known = await knownRefund(refund_id);
      if (known && known.amount !== amount) throw new ProviderRefusal('refund_differs', refund_id);
      if (known) return known.refund;
      const trade = await tradeOf(out_trade_no);
      if (trade.status !== 'paid') throw new ProviderRefusal('not_paid', charge_id);
      const total = paidAmount(charge_id, trade.amount);
      const answer = await wechat.post('/v3/refund/domestic/refunds', {
        out_trade_no,
        out_refund_no: refundNumber(refund_id),
        amount: { refund: amount, total, currency: 'CNY' },
      });
      // The trade is paid, so only the sum of its refunds can be wrong.
      if (answer.code === 'INVALID_REQUEST') throw new ProviderRefusal('more_than_paid', refund_id);
      if (answer.status !== 200) throw unavailable(answer);
      return refundOf(answer, amount).refund;
    },
    async findRefund({ refund_id }) {
      return (await knownRefund(refund_id))?.refund;
    },
  };
}
