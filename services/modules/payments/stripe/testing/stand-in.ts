import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stripeConnect } from './connect.ts';

/** Objects in the shapes of Stripe's API, as far as they are read. */
interface Session {
  id: string;
  object: 'checkout.session';
  url: string;
  success_url: string;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  amount_total: number;
  currency: string;
  payment_intent: string | null;
  metadata: Record<string, string>;
  expires_at: number;
  payment_method_types: string[];
}
interface Refund {
  id: string;
  object: 'refund';
  amount: number;
  payment_intent: string;
  status: string;
  failure_reason?: string;
  metadata: Record<string, string>;
}

/** A line of the account; the newest first in lists. */
export interface BalanceLine {
  id: string;
  object: 'balance_transaction';
  reporting_category: string;
  /** fen, all three. */
  amount: number;
  fee: number;
  net: number;
  currency: string;
  /** Seconds. */
  created: number;
  source: object | string | null;
}

type Fields = Record<string, string>;
interface Answer {
  status: number;
  body: unknown;
}

const ok = (body: unknown): Answer => ({ status: 200, body });
const refused = (code: string): Answer => ({
  status: 400,
  body: { error: { type: 'invalid_request_error', code, message: code } },
});

async function fieldsOf(request: IncomingMessage): Promise<Fields> {
  let text = '';
  for await (const piece of request.setEncoding('utf8')) text += piece;
  return Object.fromEntries(new URLSearchParams(text));
}

const metadataOf = (fields: Fields, under = ''): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const key = name.startsWith(`${under}metadata[`) ? /metadata\[(\w+)\]$/.exec(name)?.[1] : undefined;
      return key === undefined ? [] : [[key, value]];
    }),
  );

/**
 * Stripe's API in memory, with idempotency keys, and notices signed as Stripe signs them. Tests set how it behaves.
 */
export async function stripeStandIn(webhookSecret: string) {
  const sessions = new Map<string, Session>();
  const intents = new Map<string, Record<string, string>>();
  const refunds: Refund[] = [];
  const answers = new Map<string, Answer>();
  const balance: BalanceLine[] = [];
  const requests: string[] = [];
  const behavior = {
    silent: false,
    failing: false,
    refundStatus: 'succeeded',
    lostAnswers: 0,
    /** Other fields of answers about sessions. */
    sessionChange: {},
    payoutStatus: 'paid',
    /** Refuses every transfer, or every payout; empty: none. */
    transferError: '',
    payoutError: '',
  };
  const connect = stripeConnect(behavior);
  let events = 0;

  function createSession(fields: Fields): Answer {
    const id = `cs_test_${sessions.size + 1}`;
    const session: Session = {
      id,
      object: 'checkout.session',
      url: `https://checkout.stripe.com/c/pay/${id}`,
      success_url: fields.success_url ?? '',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: Number(fields['line_items[0][price_data][unit_amount]']),
      currency: fields['line_items[0][price_data][currency]'] ?? '',
      payment_intent: null,
      metadata: metadataOf(fields),
      expires_at: Number(fields.expires_at),
      payment_method_types: [fields['payment_method_types[0]'] ?? ''],
    };
    sessions.set(id, session);
    return ok(session);
  }

  function createRefund(fields: Fields): Answer {
    const { payment_intent = '', amount = '' } = fields;
    const session = [...sessions.values()].find((one) => one.payment_intent === payment_intent);
    const before = refunds.filter((one) => one.payment_intent === payment_intent && one.status !== 'failed');
    const sum = before.reduce((all, one) => all + one.amount, 0);
    if (!session || sum + Number(amount) > session.amount_total) return refused('charge_already_refunded');
    const refund: Refund = {
      id: `re_${refunds.length + 1}`,
      object: 'refund',
      amount: Number(amount),
      payment_intent,
      status: behavior.refundStatus,
      metadata: metadataOf(fields),
    };
    refunds.push(refund);
    return ok(refund);
  }

  function balanceOf(query: URLSearchParams): Answer {
    const within = balance
      .filter(({ created }) => created >= Number(query.get('created[gte]')))
      .filter(({ created }) => created < Number(query.get('created[lt]')))
      .toSorted((one, other) => other.created - one.created);
    const after = within.findIndex(({ id }) => id === query.get('starting_after')) + 1;
    const data = within.slice(after, after + Number(query.get('limit')));
    const has_more = after + data.length < within.length;
    return ok({ object: 'list', data, has_more, url: '/v1/balance_transactions' });
  }

  function answerTo(method: string, path: string, query: URLSearchParams, fields: Fields): Answer {
    const [, , id, verb] =
      /^\/v1\/(checkout\/sessions|payment_intents|refunds)(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? [];
    if (path === '/v1/balance_transactions') return balanceOf(query);
    if (path === '/v1/checkout/sessions' && method === 'POST') return createSession(fields);
    if (path === '/v1/refunds' && method === 'POST') return createRefund(fields);
    if (path === '/v1/refunds') {
      const data = refunds.filter((one) => one.payment_intent === query.get('payment_intent'));
      return ok({ object: 'list', data, has_more: false, url: path });
    }
    if (path.startsWith('/v1/payment_intents/')) {
      const metadata = intents.get(id ?? '');
      return metadata ? ok({ id, object: 'payment_intent', metadata }) : refused('resource_missing');
    }
    const session = sessions.get(id ?? '');
    if (!session) return refused('resource_missing');
    if (verb !== 'expire') return ok({ ...session, ...behavior.sessionChange });
    if (session.status !== 'open') return refused('checkout_session_not_open');
    session.status = 'expired';
    return ok(session);
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://stripe');
    requests.push(`${request.method} ${url.pathname}`);
    const fields = await fieldsOf(request);
    if (behavior.silent) return;
    const key = request.headers['idempotency-key'];
    const sum = createHash('sha256').update(JSON.stringify(fields)).digest('hex');
    const idempotent = request.method === 'POST' && typeof key === 'string' ? key : undefined;
    const known = idempotent === undefined ? undefined : answers.get(`${idempotent} ${sum}`);
    const reused =
      idempotent !== undefined && [...answers.keys()].some((one) => one.startsWith(`${idempotent} `));
    let answer = known;
    if (!answer && behavior.failing)
      answer = { status: 500, body: { error: { type: 'api_error', message: 'down' } } };
    else if (!answer && reused) answer = refused('idempotency_key_in_use');
    const account = String(request.headers['stripe-account'] ?? '');
    const call = { method: request.method ?? '', path: url.pathname, query: url.searchParams, fields };
    answer ??=
      connect.answerTo({ ...call, account, metadata: metadataOf(fields) }) ??
      answerTo(call.method, call.path, call.query, fields);
    if (idempotent !== undefined && answer.status === 200) answers.set(`${idempotent} ${sum}`, answer);
    if (behavior.lostAnswers > 0 && request.method === 'POST') {
      behavior.lostAnswers -= 1;
      request.socket.destroy();
      return;
    }
    response.writeHead(answer.status, { 'content-type': 'application/json', 'request-id': 'req_1' });
    response.end(JSON.stringify(answer.body));
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sessions,
    refunds,
    balance,
    connect,
    /** Method and path of every request. */
    requests,
    behavior,
    /** The payer pays on the page. */
    pay(session: Session): Session {
      const payment_intent = `pi_${session.id}`;
      intents.set(payment_intent, session.metadata);
      return Object.assign(session, { status: 'complete', payment_status: 'paid', payment_intent });
    },
    /** An event as Stripe writes and signs it. */
    event(type: string, object: object, at: number, secret = webhookSecret) {
      events += 1;
      const body = Buffer.from(
        JSON.stringify({ id: `evt_${events}`, object: 'event', type, data: { object } }),
      );
      return { body, headers: { 'stripe-signature': signatureOf(body, at, secret) } };
    },
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Stripe's scheme: HMAC-SHA256 over `seconds.body`. */
export function signatureOf(body: Uint8Array, at: number, secret: string): string {
  const seconds = Math.floor(at / 1000);
  const v1 = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');
  return `t=${seconds},v1=${v1}`;
}
