import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { until } from '#ops/actors/until.ts';
import { hasStripeMock, startStripeMock } from '#services/modules/payments/stripe/testing/mock.ts';
import { stripeStandIn } from '#services/modules/payments/stripe/testing/stand-in.ts';

type Books = Awaited<ReturnType<typeof stripeStandIn>>;
type Session = ReturnType<Books['pay']>;

/** Stripe's fee, 3.4 % and 2.35, in fen. */
const feeOf = (amount: number): number => Math.round(amount * 0.034) + 235;
const seconds = (): number => Math.floor(Date.now() / 1000);

/**
 * Stripe, as the server sees it: each request is checked by Stripe's own stripe-mock against the published schema, if it
 * is installed, and then answered by the stand-in, which keeps what stripe-mock forgets.
 */
export async function openStripeBooks(webhookSecret: string) {
  const books = await stripeStandIn(webhookSecret);
  const mock = hasStripeMock ? await startStripeMock() : undefined;
  const answers = () =>
    fetch(mock?.apiUrl ?? books.url).then(
      () => true,
      () => false,
    );
  await until('stripe-mock answers', answers);
  /** Method and path of each request that stripe-mock has taken. */
  const checked: string[] = [];
  /** What stripe-mock refused. */
  const refused: string[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '' } = request;
    const body = method === 'GET' ? null : await buffer(request);
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    const key = request.headers['idempotency-key'];
    const version = request.headers['stripe-version'];
    const ask = (at: string, secretKey: string) =>
      fetch(`${at}${url}`, {
        method,
        headers: {
          ...headers,
          authorization: `Bearer ${secretKey}`,
          ...(typeof key === 'string' && { 'idempotency-key': key }),
          ...(typeof version === 'string' && { 'stripe-version': version }),
        },
        ...(body && { body: new Uint8Array(body) }),
      });
    // It takes keys for tests only.
    const check = mock && (await ask(mock.apiUrl, 'sk_test_1'));
    if (check?.ok) checked.push(`${method} ${new URL(url, 'http://stripe').pathname}`);
    else if (check) refused.push(`${method} ${url}: ${await check.clone().text()}`);
    const answer = check?.ok === false ? check : await ask(books.url, 'sk_live_1');
    response.writeHead(answer.status, { 'content-type': 'application/json', 'request-id': 'req_1' });
    response.end(await answer.text());
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hasMock: mock !== undefined,
    checked,
    refused,
    sessions: books.sessions,
    refunds: books.refunds,
    event: books.event,
    /** The payer pays; the account has the money. */
    pay(session: Session): Session {
      const paid = books.pay(session);
      const { amount_total: amount, metadata } = paid;
      const fee = feeOf(amount);
      const source = { id: `ch_${paid.id}`, object: 'charge', metadata };
      books.balance.push(lineOf({ amount, fee, source, reporting_category: 'charge' }));
      return paid;
    },
    /** The refunds leave the account. */
    bookRefunds(): void {
      for (const refund of books.refunds)
        books.balance.push(
          lineOf({ amount: -refund.amount, fee: 0, source: refund, reporting_category: 'refund' }),
        );
    },
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await mock?.close();
      await books.close();
    },
  };

  function lineOf(line: Pick<Books['balance'][number], 'amount' | 'fee' | 'source' | 'reporting_category'>) {
    const id = `txn_${books.balance.length + 1}`;
    const object = 'balance_transaction' as const;
    return { ...line, id, object, net: line.amount - line.fee, currency: 'cny', created: seconds() };
  }
}
