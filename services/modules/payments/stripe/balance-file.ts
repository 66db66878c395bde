import type Stripe from 'stripe';
import type { Millis } from '#events/time.ts';
import { csvLines } from '#services/contract/fields/csv.ts';

/** The columns of Stripe's itemized balance report that reconciliation reads. */
const COLUMNS = [
  'balance_transaction_id',
  'reporting_category',
  'source_id',
  'gross',
  'fee',
  'net',
  'currency',
  'created_utc',
  'charge_id (metadata)',
  'refund_id (metadata)',
  'payout_id (metadata)',
];
const A_PAGE = 100;

/** Minor units as Stripe's report writes them. */
const inMajor = (minor: number): string => (minor / 100).toFixed(2);
const utc = (at: Millis): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');
const idOf = (value: unknown): string =>
  typeof value === 'string' ? value : value instanceof Object && 'id' in value ? String(value.id) : '';

type Metadata = Readonly<Record<string, string>>;

/** Our ids of a line's subject. A dispute has none: its payment does. */
async function metadataOf(stripe: Stripe, { source }: Stripe.BalanceTransaction): Promise<Metadata> {
  if (source === null || typeof source === 'string') return {};
  if (source.object === 'dispute') {
    const payment = idOf(source.payment_intent);
    return payment === '' ? {} : (await stripe.paymentIntents.retrieve(payment)).metadata;
  }
  return 'metadata' in source && source.metadata ? source.metadata : {};
}

/** The balance transactions from one instant to before another, as a file of the itemized report. Exact to the fen. */
export async function* stripeBalanceFile(
  stripe: Stripe,
  { from, to }: { from: Millis; to: Millis },
): AsyncGenerator<string> {
  yield `# period,${new Date(from).toISOString()},${new Date(to).toISOString()}\r\n`;
  yield csvLines([COLUMNS]);
  const created = { gte: Math.ceil(from / 1000), lt: Math.ceil(to / 1000) };
  const list = stripe.balanceTransactions.list({ created, limit: A_PAGE, expand: ['data.source'] });
  for await (const line of list) {
    const { charge_id = '', refund_id = '', payout_id = '' } = await metadataOf(stripe, line);
    const money = [line.amount, line.fee, line.net].map(inMajor);
    const ids = [line.id, line.reporting_category, idOf(line.source)];
    yield csvLines([
      [...ids, ...money, line.currency, utc(line.created * 1000), charge_id, refund_id, payout_id],
    ]);
  }
}
