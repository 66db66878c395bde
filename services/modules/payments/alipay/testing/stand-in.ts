import type { KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isSignedBy, signatureOf } from '../../signing.ts';
import { keyPair } from '../../testing/key-pair.ts';
import { alipayBillsStandIn } from './bills.ts';
import { alipayTransfers } from './transfers.ts';

const APP_ID = '2021000000000001';
const SELLER_ID = '2088000000000001';

interface Trade {
  out_trade_no: string;
  trade_no: string;
  total_amount: string;
  trade_status: 'WAIT_BUYER_PAY' | 'TRADE_SUCCESS' | 'TRADE_CLOSED';
  notify_url: string;
  paid: boolean;
}
interface Refund {
  out_trade_no: string;
  out_request_no: string;
  refund_amount: string;
  refund_status: string;
}
type Fields = Record<string, string>;

const ok = (fields: Fields = {}): Fields => ({ code: '10000', msg: 'Success', ...fields });
const refused = (sub_code: string): Fields => ({ code: '40004', msg: 'Business Failed', sub_code });
/** Written independently of the client: names in order, without empty values and signature. */
const textToSign = (fields: Fields, without: readonly string[]): string =>
  Object.entries(fields)
    .filter(([name, value]) => value !== '' && !without.includes(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map((pair) => pair.join('='))
    .join('&');
const inYuan = (text: string): number => Math.round(Number(text) * 100);

/**
 * Alipay's gateway in memory. It checks the signature of each request and signs answers and notices with a real key.
 * Tests set how it behaves.
 * @param own keys of Alipay
 * @param app keys of the app
 */
export async function alipayStandIn(own = keyPair(), app = keyPair()) {
  const trades = new Map<string, Trade>();
  const refunds: Refund[] = [];
  const requests: string[] = [];
  const behavior = {
    silent: false,
    failing: false,
    forging: false,
    refundStatus: 'REFUND_SUCCESS',
    lostAnswers: 0,
    /** Other fields of answers about trades. */
    tradeChange: {},
    /** Closings find no trade, as just after it was opened. */
    closesNothing: false,
    /** Refuses every refund; empty: none. */
    refundError: '',
    transferStatus: 'SUCCESS',
    /** Refuses every transfer; empty: none. */
    transferError: '',
    /** What the account has signed for. */
    transferProducts: ['TRANS_ACCOUNT_NO_PWD', 'TRANS_BANKCARD_NO_PWD'],
  };
  const { transfers, answerTo: answerToTransfer } = alipayTransfers(behavior);
  const origin = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const bills = alipayBillsStandIn(origin);
  let notices = 0;

  /** Alipay knows a trade once the payer has opened it. */
  function scanned(content: Fields, notify_url: string): Trade {
    const { out_trade_no = '', total_amount = '' } = content;
    const known = trades.get(out_trade_no);
    if (known) return known;
    const trade_no = `2026${trades.size + 1}`;
    const trade: Trade = {
      out_trade_no,
      trade_no,
      total_amount,
      trade_status: 'WAIT_BUYER_PAY',
      notify_url,
      paid: false,
    };
    trades.set(out_trade_no, trade);
    return trade;
  }
  const prepared = new Map<string, { content: Fields; notify_url: string }>();

  function refund({ out_trade_no = '', out_request_no = '', refund_amount = '' }: Fields): Fields {
    const trade = trades.get(out_trade_no);
    if (!trade) return refused('ACQ.TRADE_NOT_EXIST');
    if (!trade.paid) return refused('ACQ.TRADE_STATUS_ERROR');
    if (behavior.refundError !== '') return refused(behavior.refundError);
    const of = refunds.filter((one) => one.out_trade_no === out_trade_no);
    const same = of.find((one) => one.out_request_no === out_request_no);
    if (same && same.refund_amount !== refund_amount) return refused('ACQ.DISCORDANT_REPEAT_REQUEST');
    if (same) return ok({ fund_change: 'N' });
    const before = of.reduce((sum, one) => sum + inYuan(one.refund_amount), 0);
    if (before + inYuan(refund_amount) > inYuan(trade.total_amount)) {
      return refused('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL');
    }
    refunds.push({ out_trade_no, out_request_no, refund_amount, refund_status: behavior.refundStatus });
    return ok({ fund_change: 'Y' });
  }

  function answerTo(method: string, content: Fields, notify_url: string): Fields {
    const { out_trade_no = '', out_request_no } = content;
    const trade = trades.get(out_trade_no);
    switch (method) {
      case 'alipay.trade.precreate':
        prepared.set(out_trade_no, { content, notify_url });
        return ok({ out_trade_no, qr_code: `https://qr.alipay.com/${out_trade_no}` });
      case 'alipay.trade.query': {
        if (!trade) return refused('ACQ.TRADE_NOT_EXIST');
        const { trade_no, total_amount, trade_status } = trade;
        const paid: Fields = trade.paid ? { send_pay_date: '2026-11-30 10:00:00' } : {};
        return ok({ out_trade_no, trade_no, total_amount, trade_status, ...paid, ...behavior.tradeChange });
      }
      case 'alipay.trade.close':
        if (!trade || behavior.closesNothing) return refused('ACQ.TRADE_NOT_EXIST');
        if (trade.trade_status !== 'WAIT_BUYER_PAY') return refused('ACQ.TRADE_STATUS_ERROR');
        trade.trade_status = 'TRADE_CLOSED';
        return ok({ out_trade_no });
      case 'alipay.trade.refund':
        return refund(content);
      case 'alipay.trade.fastpay.refund.query': {
        const found = refunds.find(
          (one) => one.out_trade_no === out_trade_no && one.out_request_no === out_request_no,
        );
        return found ? ok({ ...found }) : ok();
      }
      default:
        return (
          bills.answerTo(method, content) ??
          answerToTransfer(method, JSON.parse(JSON.stringify(content))) ?? {
            code: '40006',
            msg: 'Insufficient Permissions',
            sub_code: 'isv.invalid-method',
          }
        );
    }
  }

  /** The fields of a request whose app and signature are right. */
  const isSigned = (fields: Fields): boolean =>
    fields.app_id === APP_ID &&
    fields.sign_type === 'RSA2' &&
    isSignedBy(textToSign(fields, ['sign']), fields.sign ?? '', app.publicKey);

  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request.setEncoding('utf8')) body += piece;
    const file = bills.fileAt(request.url ?? '');
    if (file) {
      response.end(file);
      return;
    }
    const fields: Fields = Object.fromEntries(new URLSearchParams(body));
    const { method = '', biz_content = '{}', notify_url = '' } = fields;
    requests.push(method);
    if (behavior.silent) return;
    const right = isSigned(fields);
    const answer = behavior.failing
      ? { code: '20000', msg: 'Service Currently Unavailable', sub_code: 'aop.unknow-error' }
      : right
        ? answerTo(method, JSON.parse(biz_content), notify_url)
        : { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-signature' };
    if (behavior.lostAnswers > 0) {
      behavior.lostAnswers -= 1;
      request.socket.destroy();
      return;
    }
    const part = JSON.stringify(answer);
    const sign = signatureOf(part, behavior.forging ? app.privateKey : own.privateKey);
    const name = right ? `${method.replaceAll('.', '_')}_response` : 'error_response';
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(`{"${name}":${part},"sign":"${sign}"}`);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));

  /** The payer opens the page or scans the code. Throws for a page that was not signed by us. */
  function open(url: string): Trade {
    const code = /^https:\/\/qr\.alipay\.com\/(.+)$/.exec(url)?.[1];
    if (code !== undefined) {
      const found = prepared.get(code);
      if (!found) throw new Error('no such code');
      return scanned(found.content, found.notify_url);
    }
    const fields: Fields = Object.fromEntries(new URL(url).searchParams);
    if (!isSigned(fields)) throw new Error('the page is not signed');
    return scanned(JSON.parse(fields.biz_content ?? '{}'), fields.notify_url ?? '');
  }

  return {
    settings: {
      appId: APP_ID,
      sellerId: SELLER_ID,
      privateKey: app.privateKey,
      publicKeys: [own.publicKey],
      certificates: undefined,
      products: ['page', 'wap', 'qr'] as const,
      payouts: true,
      gateway: `${origin()}/gateway.do`,
    },
    trades,
    refunds,
    transfers,
    requests,
    behavior,
    bills,
    open,
    /** The payer pays what is open under this number. */
    pay(trade: Trade): Trade {
      if (trade.trade_status !== 'WAIT_BUYER_PAY') throw new Error(`${trade.out_trade_no} is not open`);
      return Object.assign(trade, { trade_status: 'TRADE_SUCCESS', paid: true });
    },
    /** A notice as Alipay writes and signs it. */
    notice(trade: Trade, at: number, change: Fields = {}, key: KeyObject = own.privateKey) {
      notices += 1;
      const notify_time = new Date(at + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
      const { out_trade_no, trade_no, trade_status, total_amount } = trade;
      const fields: Fields = {
        notify_id: `nt_${notices}`,
        notify_time,
        notify_type: 'trade_status_sync',
        app_id: APP_ID,
        seller_id: SELLER_ID,
        subject: '月度会员 & 更多',
        out_trade_no,
        trade_no,
        trade_status,
        total_amount,
        charset: 'utf-8',
        version: '1.0',
        ...change,
      };
      const sign = signatureOf(textToSign(fields, []), key);
      const body = Buffer.from(new URLSearchParams({ ...fields, sign_type: 'RSA2', sign }).toString());
      return { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    },
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
