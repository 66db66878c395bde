import { createCipheriv, type KeyObject, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isSignedBy, signatureOf } from '../../signing.ts';
import { keyPair } from '../../testing/key-pair.ts';
import { wechatBillsStandIn } from './bills.ts';

const APP_ID = 'wx0000000000000001';
const MERCHANT_ID = '1900000001';
const API_KEY = '0123456789abcdef0123456789abcdef';
const KEY_ID = 'PUB_KEY_ID_0190000000012026';
const SERIAL = '7777777777777777777777777777777777777777';

interface Trade {
  out_trade_no: string;
  transaction_id: string;
  total: number;
  trade_state: 'NOTPAY' | 'SUCCESS' | 'CLOSED' | 'REFUND';
  trade_type: string;
  attempts: number;
}
interface Refund {
  refund_id: string;
  out_refund_no: string;
  out_trade_no: string;
  status: string;
  amount: { refund: number; total: number };
}
interface Answer {
  status: number;
  body?: unknown;
}
interface Content {
  out_trade_no: string;
  out_refund_no: string;
  amount: { total: number; refund: number; currency: string };
  appid?: string;
  mchid?: string;
  scene_info?: { payer_client_ip?: string };
}

const refused = (status: number, code: string): Answer => ({ status, body: { code, message: code } });

/**
 * WeChat Pay's API version 3 in memory. It checks the signature of each request; it signs answers and notices with a
 * real key, and encrypts the notices. Tests set how it behaves.
 */
export async function wechatStandIn() {
  const platform = keyPair();
  const merchant = keyPair();
  const trades = new Map<string, Trade>();
  const refunds: Refund[] = [];
  const requests: string[] = [];
  const behavior = {
    silent: false,
    failing: false,
    forging: false,
    refundStatus: 'SUCCESS',
    lostAnswers: 0,
    /** Other fields of answers about trades. */
    tradeChange: {},
  };
  const origin = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const bills = wechatBillsStandIn(origin);
  let notices = 0;

  function signed(text: string, at: number, key: KeyObject): Record<string, string> {
    const [timestamp, nonce] = [String(Math.floor(at / 1000)), randomBytes(8).toString('hex')];
    return {
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': nonce,
      'wechatpay-signature': signatureOf(`${timestamp}\n${nonce}\n${text}\n`, key),
      'wechatpay-serial': KEY_ID,
    };
  }

  function isSigned(method: string, path: string, body: string, header: string): boolean {
    const [, scheme, rest = ''] = /^(\S+) (.*)$/.exec(header) ?? [];
    const fields = Object.fromEntries(
      [...rest.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
    const text = [method, path, fields.timestamp, fields.nonce_str, body].map((part) => `${part}\n`).join('');
    const known =
      scheme === 'WECHATPAY2-SHA256-RSA2048' && fields.mchid === MERCHANT_ID && fields.serial_no === SERIAL;
    return known && isSignedBy(text, fields.signature ?? '', merchant.publicKey);
  }

  function prepare(content: Content, type: string): Answer {
    const { out_trade_no, amount, appid, mchid, scene_info } = content;
    if (appid !== APP_ID || mchid !== MERCHANT_ID || !/^[\w|*-]{6,32}$/.test(out_trade_no))
      return refused(400, 'PARAM_ERROR');
    if (type === 'h5' && !scene_info?.payer_client_ip) return refused(400, 'PARAM_ERROR');
    const known = trades.get(out_trade_no);
    if (known?.trade_state === 'SUCCESS') return refused(400, 'ORDERPAID');
    if (known?.trade_state === 'CLOSED') return refused(400, 'ORDER_CLOSED');
    if (known && (known.total !== amount.total || known.trade_type !== type))
      return refused(400, 'OUT_TRADE_NO_USED');
    const transaction_id = `42000${trades.size + 1}`;
    const trade: Trade = known ?? {
      out_trade_no,
      transaction_id,
      total: amount.total,
      trade_state: 'NOTPAY',
      trade_type: type,
      attempts: 0,
    };
    trade.attempts += 1;
    trades.set(out_trade_no, trade);
    const at = `${out_trade_no}-${trade.attempts}`;
    const body =
      type === 'h5'
        ? { h5_url: `https://wx.tenpay.com/h5?id=${at}` }
        : { code_url: `weixin://wxpay/bizpayurl?pr=${at}` };
    return { status: 200, body };
  }

  function refund({ out_trade_no, out_refund_no, amount }: Content): Answer {
    const trade = trades.get(out_trade_no);
    if (!trade) return refused(404, 'RESOURCE_NOT_EXISTS');
    const same = refunds.find((one) => one.out_refund_no === out_refund_no);
    if (same)
      return same.amount.refund === amount.refund
        ? { status: 200, body: same }
        : refused(400, 'INVALID_REQUEST');
    const before = refunds.filter((one) => one.out_trade_no === out_trade_no);
    const sum = before.reduce((all, one) => all + one.amount.refund, 0);
    if (amount.total !== trade.total || sum + amount.refund > trade.total)
      return refused(400, 'INVALID_REQUEST');
    const made: Refund = {
      refund_id: `50300${refunds.length + 1}`,
      out_refund_no,
      out_trade_no,
      status: behavior.refundStatus,
      amount: { refund: amount.refund, total: amount.total },
    };
    refunds.push(made);
    trade.trade_state = 'REFUND';
    return { status: 200, body: made };
  }

  function answerTo(method: string, path: string, content: Content): Answer {
    const ofBill = bills.answerTo(path);
    if (ofBill) return ofBill;
    const [, type] = /^\/v3\/pay\/transactions\/(native|h5)$/.exec(path) ?? [];
    if (type !== undefined) return prepare(content, type);
    const [, number = '', verb] =
      /^\/v3\/pay\/transactions\/out-trade-no\/([^/?]+)(\/close)?/.exec(path) ?? [];
    const trade = trades.get(decodeURIComponent(number));
    if (number !== '' && !trade) return refused(404, 'ORDER_NOT_EXIST');
    if (trade && verb !== undefined) {
      if (trade.trade_state === 'SUCCESS') return refused(400, 'ORDERPAID');
      trade.trade_state = 'CLOSED';
      return { status: 204 };
    }
    if (trade) {
      const { out_trade_no, transaction_id, trade_state, total } = trade;
      const payer = { payer_currency: 'CNY', ...(trade_state !== 'NOTPAY' && { currency: 'CNY' }) };
      const ids = { appid: APP_ID, mchid: MERCHANT_ID, out_trade_no, transaction_id };
      const body = { ...ids, trade_state, amount: { total, ...payer }, ...behavior.tradeChange };
      return { status: 200, body };
    }
    if (method === 'POST') return refund(content);
    const [, id = ''] = /^\/v3\/refund\/domestic\/refunds\/([^/?]+)$/.exec(path) ?? [];
    const found = refunds.find((one) => one.out_refund_no === decodeURIComponent(id));
    return found ? { status: 200, body: found } : refused(404, 'RESOURCE_NOT_EXISTS');
  }

  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request.setEncoding('utf8')) body += piece;
    const { method = '', url: path = '', headers } = request;
    requests.push(`${method} ${path}`);
    if (behavior.silent) return;
    const right = isSigned(method, path, body, headers.authorization ?? '');
    const file = right ? bills.fileAt(path) : undefined;
    if (file) {
      // Files are not signed: their hash is.
      response.writeHead(200, { 'content-type': 'application/octet-stream' });
      response.end(file);
      return;
    }
    const answer = behavior.failing
      ? refused(500, 'SYSTEM_ERROR')
      : right
        ? answerTo(method, path, JSON.parse(body || '{}'))
        : refused(401, 'SIGN_ERROR');
    if (behavior.lostAnswers > 0) {
      behavior.lostAnswers -= 1;
      request.socket.destroy();
      return;
    }
    const text = answer.body === undefined ? '' : JSON.stringify(answer.body);
    const key = behavior.forging ? merchant.privateKey : platform.privateKey;
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      ...signed(text, Date.now(), key),
    });
    response.end(text);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));

  function encrypted(content: object, apiKey: string) {
    const [nonce, associated_data] = [randomBytes(6).toString('hex'), 'transaction'];
    const cipher = createCipheriv('aes-256-gcm', Buffer.from(apiKey), Buffer.from(nonce));
    cipher.setAAD(Buffer.from(associated_data));
    const bytes = [cipher.update(JSON.stringify(content)), cipher.final(), cipher.getAuthTag()];
    const ciphertext = Buffer.concat(bytes).toString('base64');
    return {
      original_type: 'transaction',
      algorithm: 'AEAD_AES_256_GCM',
      ciphertext,
      associated_data,
      nonce,
    };
  }

  return {
    settings: {
      appId: APP_ID,
      merchantId: MERCHANT_ID,
      apiKey: API_KEY,
      privateKey: merchant.privateKey,
      serial: SERIAL,
      publicKeys: new Map([[KEY_ID, platform.publicKey]]),
      products: ['native', 'h5'] as const,
      apiUrl: origin(),
    },
    /** Signs what only the merchant may sign. */
    foreignKey: merchant.privateKey,
    trades,
    refunds,
    requests,
    behavior,
    bills,
    pay(trade: Trade): Trade {
      if (trade.trade_state !== 'NOTPAY') throw new Error(`${trade.out_trade_no} is not open`);
      return Object.assign(trade, { trade_state: 'SUCCESS' });
    },
    /** A notice as WeChat Pay writes, encrypts and signs it. */
    notice(
      { out_trade_no, transaction_id, total }: Trade,
      at: number,
      change: object = {},
      { key = platform.privateKey, apiKey = API_KEY, event = 'TRANSACTION.SUCCESS' } = {},
    ) {
      notices += 1;
      const content = {
        appid: APP_ID,
        mchid: MERCHANT_ID,
        out_trade_no,
        transaction_id,
        trade_state: 'SUCCESS',
        amount: { total, payer_total: total, currency: 'CNY', payer_currency: 'CNY' },
        payer: { openid: 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o' },
        ...change,
      };
      const body = Buffer.from(
        JSON.stringify({
          id: `wn_${notices}`,
          create_time: new Date(at).toISOString(),
          resource_type: 'encrypt-resource',
          event_type: event,
          resource: encrypted(content, apiKey),
        }),
      );
      return { body, headers: signed(body.toString(), at, key) };
    },
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
