import type { Pool } from 'pg';
import type { ChargeId } from '#events/ids.ts';
import { toWire } from '#events/money.ts';
import type { Clock } from '#services/runtime/clock.ts';
import type { AlipaySettings } from '#services/runtime/settings/alipay.ts';
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
import { alipayBills } from './bills.ts';
import { type AlipayAnswer, alipayClient, beijingTime, fenOfYuan, isInCny, textIn } from './client.ts';
import { checkAlipayNotice } from './notice.ts';

const ALIPAY = 'alipay';

/** Alipay's shortest life of a trade. */
const SHORTEST_MS = 60_000;
const PRODUCT_CODES = { page: 'FAST_INSTANT_TRADE_PAY', wap: 'QUICK_WAP_WAY' } as const;
const PAGE_METHODS = { page: 'alipay.trade.page.pay', wap: 'alipay.trade.wap.pay' } as const;

const TRADES: Readonly<Record<string, Trade['status']>> = {
  WAIT_BUYER_PAY: 'open',
  TRADE_SUCCESS: 'paid',
  TRADE_FINISHED: 'paid',
  TRADE_CLOSED: 'closed',
};

const REFUSALS: Readonly<Record<string, ProviderRefusal['reason']>> = {
  'ACQ.TRADE_NOT_EXIST': 'charge_unknown',
  'ACQ.TRADE_STATUS_ERROR': 'not_paid',
  'ACQ.TRADE_HAS_CLOSE': 'not_paid',
  'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL': 'more_than_paid',
  'ACQ.DISCORDANT_REPEAT_REQUEST': 'refund_differs',
};

/** The trade is too old, or not to be refunded: finance pays in another way. */
const FINAL = new Set(['ACQ.TRADE_HAS_FINISHED', 'ACQ.TRADE_NOT_ALLOW_REFUND']);

const REFUND_STATES: Readonly<Record<string, Refund['status']>> = {
  REFUND_SUCCESS: 'sent',
  REFUND_FAIL: 'failed',
};

const isUnknown = ({ sub_code }: AlipayAnswer): boolean => sub_code === 'ACQ.TRADE_NOT_EXIST';
const isDone = ({ code }: AlipayAnswer): boolean => code === '10000';

interface AlipayOptions {
  pool: Pool;
  clock: Clock;
  settings: AlipaySettings;
  /** Where Alipay sends notices, absolute. */
  notifyUrl: string;
}

/**
 * Alipay's open platform. A page is an address that we sign; Alipay knows the trade as soon as the payer is there. Its
 * number is ours, so whatever is opened under it is paid once.
 */
export function openAlipay({ pool, clock, settings, notifyUrl }: AlipayOptions): PaymentProvider {
  const alipay = alipayClient(settings, clock);

  /** What the account has for this scene, else what it has. */
  const productFor = (scene: PayScene) => {
    const wanted = scene === 'phone' ? (['wap', 'qr', 'page'] as const) : (['qr', 'page', 'wap'] as const);
    return wanted.find((one) => settings.products.includes(one)) ?? 'page';
  };

  async function open(
    out_trade_no: string,
    { amount, expires_at, checkout }: ChargeRequest & { checkout: Checkout },
    scene: PayScene,
  ): Promise<{ url: string; code: string }> {
    const content = {
      out_trade_no,
      total_amount: toWire(amount),
      subject: checkout.subject,
      seller_id: settings.sellerId,
      time_expire: beijingTime(Math.max(expires_at, clock.now() + SHORTEST_MS)),
    };
    const product = productFor(scene);
    if (product !== 'qr') {
      const full = { ...content, product_code: PRODUCT_CODES[product], quit_url: checkout.return_url };
      const addresses = { notify_url: notifyUrl, return_url: checkout.return_url };
      return {
        url: alipay.pageUrl({ method: PAGE_METHODS[product], content: full, ...addresses }),
        code: '',
      };
    }
    const call = { method: 'alipay.trade.precreate', content, notify_url: notifyUrl };
    const answer = await alipay.ask(call);
    const code = textIn(answer, 'qr_code');
    if (!isDone(answer) || code === '') throw alipay.refused(answer);
    // Opened on a phone, the code's address starts the app.
    return { url: code, code };
  }

  /** Alipay signs answers for our app; the seller is named only by some products. */
  function checkedTrade(answer: AlipayAnswer, out_trade_no: string): void {
    const { app_id = settings.appId, seller_id = settings.sellerId } = answer;
    const isOurs =
      textIn(answer, 'out_trade_no') === out_trade_no &&
      app_id === settings.appId &&
      seller_id === settings.sellerId &&
      isInCny(answer);
    if (!isOurs)
      throw new ProviderContradiction(`Alipay: the answer about ${out_trade_no} is about another trade`);
  }

  async function tradeOf(out_trade_no: string): Promise<Trade> {
    const answer = await alipay.ask({ method: 'alipay.trade.query', content: { out_trade_no } });
    if (isUnknown(answer)) return { status: 'absent', amount: undefined };
    const status = TRADES[textIn(answer, 'trade_status')];
    if (!isDone(answer) || status === undefined) throw alipay.refused(answer);
    checkedTrade(answer, out_trade_no);
    // A trade that was refunded whole counts as closed, with the time of its payment.
    const wasPaid = status === 'closed' && textIn(answer, 'send_pay_date') !== '';
    return { status: wasPaid ? 'paid' : status, amount: fenOfYuan(textIn(answer, 'total_amount')) };
  }

  const charges = numberedCharges(pool, clock, {
    name: ALIPAY,
    method: 'apy',
    open,
    tradeOf,
    async close(out_trade_no) {
      const answer = await alipay.ask({ method: 'alipay.trade.close', content: { out_trade_no } });
      // Unknown is not closed: a page of this number can still be opened and paid.
      return isDone(answer);
    },
  });

  async function knownRefund(out_trade_no: string, refund_id: string) {
    const out_request_no = refundNumber(refund_id);
    const answer = await alipay.ask({
      method: 'alipay.trade.fastpay.refund.query',
      content: { out_trade_no, out_request_no },
    });
    const amount = fenOfYuan(textIn(answer, 'refund_amount'));
    if (!isDone(answer) || amount === undefined) return undefined;
    const state = textIn(answer, 'refund_status');
    const status = REFUND_STATES[state] ?? 'pending';
    const reason = status === 'failed' ? state : '';
    // Without a state Alipay has not received it, or could not send it.
    return {
      amount,
      refund: { provider_refund_id: out_request_no, status, reason, unconfirmed: state === '' },
    };
  }

  const numberOf = async (charge_id: ChargeId): Promise<string> => {
    const number = await charges.numberOf(charge_id);
    if (number === undefined) throw new ProviderRefusal('charge_unknown', charge_id);
    return number;
  };

  return {
    name: ALIPAY,
    methods: ['apy'],
    acknowledgement: 'success',
    createCharge: charges.createCharge,
    methodOf: charges.methodOf,
    lookUp: charges.lookUp,
    closeCharge: charges.closeCharge,
    ...alipayBills(alipay, settings.gateway, clock),
    verifyNotice: (rawBody, _headers, now) => checkAlipayNotice(settings, alipay.isGenuine, rawBody, now),
    async refund({ refund_id, charge_id, amount }) {
      const out_trade_no = await numberOf(charge_id);
      const known = await knownRefund(out_trade_no, refund_id);
      if (known && known.amount !== amount) throw new ProviderRefusal('refund_differs', refund_id);
      if (known && !known.refund.unconfirmed) return known.refund;
      const trade = await tradeOf(out_trade_no);
      if (trade.status !== 'paid') throw new ProviderRefusal('not_paid', charge_id);
      paidAmount(charge_id, trade.amount);
      const content = {
        out_trade_no,
        out_request_no: refundNumber(refund_id),
        refund_amount: toWire(amount),
      };
      const answer = await alipay.ask({ method: 'alipay.trade.refund', content });
      const refusal = REFUSALS[answer.sub_code ?? ''];
      if (refusal !== undefined) throw new ProviderRefusal(refusal, refund_id);
      const provider_refund_id = content.out_request_no;
      if (FINAL.has(answer.sub_code ?? '')) {
        return { provider_refund_id, status: 'failed', reason: answer.sub_code ?? '' };
      }
      if (!isDone(answer)) throw alipay.refused(answer);
      // Only the query says whether the money has arrived.
      const made = await knownRefund(out_trade_no, refund_id);
      return made?.refund ?? { provider_refund_id, status: 'pending', reason: '', unconfirmed: true };
    },
    async findRefund({ refund_id, charge_id }) {
      const number = await charges.numberOf(charge_id);
      return number === undefined ? undefined : (await knownRefund(number, refund_id))?.refund;
    },
  };
}
