import { describe, expect, it } from 'vitest';
import { journalFaults } from './check-journal.ts';
import type { Action, Entry, Outcome } from './journal.ts';
import { LOG_CHECKS, type LogFacts } from './log-facts.ts';
import { logReader } from './log-reader.ts';

type PlainEvent = [stream: string, type: string, data: Record<string, unknown>];

const FAN = 'fan';
const CREATOR = 'creator';
const sku_id = 'sku';
const plan_id = 'plan';
const code_id = 'code';

/** Two units for 20.00; the defaults of every test. */
const placed = (out_trade_no: string, more: object = {}): PlainEvent[] => [
  ['stock-sku', 'StockHeld', { sku_id, out_trade_no, count: 2 }],
  [
    `order-${out_trade_no}`,
    'OrderPlaced',
    {
      out_trade_no,
      user_id: FAN,
      creator_id: CREATOR,
      total_amount: 2_000,
      redeem: null,
      bundle_count: 0,
      lines: [{ sku_id, count: 2, name: 'Scarf' }],
      ...more,
    },
  ],
];
const paid = (out_trade_no: string): PlainEvent[] => [
  ['stock-sku', 'StockSold', { sku_id, out_trade_no, count: 2 }],
  [`order-${out_trade_no}`, 'OrderPaid', { out_trade_no, charge_id: `ch_${out_trade_no}_1`, amount: 2_000 }],
];
const cancelled = (out_trade_no: string): PlainEvent[] => [
  ['stock-sku', 'StockReleased', { sku_id, out_trade_no, count: 2 }],
  [`order-${out_trade_no}`, 'OrderCancelled', { out_trade_no, reason: 'fan' }],
];
const refund = (out_trade_no: string, refund_id: string, amount: number): PlainEvent => [
  `order-${out_trade_no}`,
  'OrderRefunded',
  { out_trade_no, refund_id, amount, by: 'creator' },
];
const stocked: PlainEvent = ['stock-sku', 'StockSet', { sku_id, plan_id, stock: 4 }];
const sold: PlainEvent[] = [stocked, ...placed('21'), ...paid('21')];
const about = { user_id: FAN, plan_id };
/** An order without units, and an agreement with it. */
const agreed: PlainEvent[] = [
  placed('21', { lines: [], total_amount: 1_000 })[1]!,
  ['order-21', 'OrderPaid', { out_trade_no: '21', charge_id: 'ch_21_1', amount: 1_000 }],
  ['agreement', 'AgreementMade', { ...about, out_trade_no: '21', amount: 1_000 }],
];
const renewed = (out_trade_no: string, until: number, amount = 1_000): PlainEvent[] => [
  placed(out_trade_no, { lines: [], total_amount: amount })[1]!,
  ['agreement', 'RenewalPlaced', { ...about, out_trade_no, amount, until }],
  [`order-${out_trade_no}`, 'OrderPaid', { out_trade_no, charge_id: `ch_${out_trade_no}_1`, amount }],
  ['agreement', 'RenewalPaid', { ...about, out_trade_no, amount, until: until + 1 }],
];
const ended = (reason: string): PlainEvent => ['agreement', 'AgreementEnded', { ...about, reason }];
const withdrawal = (amount: number, withdrawal_id = 'w1'): PlainEvent => [
  'balance-creator',
  'WithdrawalRequested',
  { user_id: CREATOR, withdrawal_id, amount },
];
const settled: PlainEvent = ['balance-creator', 'IncomeSettled', { user_id: CREATOR, net: 1_000 }];

function read(told: readonly PlainEvent[]): LogFacts {
  const reader = logReader(new Map([[plan_id, 3]]));
  const versions = new Map<string, number>();
  told.forEach(([stream, type, data], index) => {
    const version = (versions.get(stream) ?? -1) + 1;
    versions.set(stream, version);
    reader.take({ position: index + 1, stream, version, type, data });
  });
  return reader.facts();
}

const faultsOf = (told: readonly PlainEvent[]): string[] => {
  const { faults } = read(told);
  return LOG_CHECKS.flatMap((name) => faults[name].map((fault) => `${name}: ${fault}`));
};

const answered = (
  action: Action,
  {
    input = {},
    data = {},
    by = FAN,
    key = null,
    outcome = 'acknowledged',
  }: Partial<Entry> & {
    outcome?: Outcome;
  },
): Entry => ({
  number: 1,
  action,
  by,
  input,
  key,
  outcome,
  data,
  server: 0,
  asked_at: 0,
  answered_at: 0,
  status: 200,
  ec: 200,
});
const cart = (cart_order_no: string, key: string) =>
  answered('cart', {
    input: { entries: [{ cart_id: 'e1' }] },
    data: { cart_order_no, total_amount: '20.00' },
    key,
  });
const inCart = (cart_order_no: string, out_trade_no: string, revision = 0): PlainEvent[] => [
  ...placed(out_trade_no),
  [
    `cart-${cart_order_no}`,
    'CartPlaced',
    { cart_order_no, user_id: FAN, total_amount: 2_000, orders: [{ out_trade_no }] },
  ],
  ['cartentry-e1', 'CartEntryOrdered', { cart_order_no, cart_id: 'e1', revision, user_id: FAN }],
];
const sku = [{ sku_id, count: 2 }];
const order = (out_trade_no: string, key = out_trade_no, total_amount = '20.00') =>
  answered('order', { input: { plan_id, sku }, data: { out_trade_no, total_amount }, key });
const pay = (out_trade_no: string) =>
  answered('pay', { input: { charge_id: `ch_${out_trade_no}_1` }, data: { status: 'paid' } });
const refunded = (out_trade_no: string, key: string, amount: string) =>
  answered('refund', { by: CREATOR, input: { out_trade_no }, data: { out_trade_no, amount }, key });

describe('a log that is right', () => {
  it('has no faults: sold, cancelled, refunded, withdrawn', () => {
    const log = [
      ...sold,
      ...placed('22'),
      ...cancelled('22'),
      refund('21', 'r1', 500),
      settled,
      withdrawal(1_000),
    ];
    expect(faultsOf(log)).toEqual([]);
  });

  it('has no faults: agreed, renewed twice, ended', () => {
    const log = [...agreed, ...renewed('22', 5), ...renewed('23', 6), ended('fan')];
    expect(faultsOf(log)).toEqual([]);
    const journal = [
      answered('order', {
        input: { plan_id, agreement_amount: '10.00' },
        data: { out_trade_no: '21', total_amount: '10.00' },
      }),
      pay('21'),
      answered('end_agreement', { input: { plan_id } }),
    ];
    expect(journalFaults(journal, read(log))).toEqual([]);
  });
});

describe('a cancellation before the payment that revived its order', () => {
  const log = [stocked, ...placed('21'), ...cancelled('21'), placed('21')[0]!, ...paid('21')];
  const refused = answered('cancel', { input: { out_trade_no: '21' }, outcome: 'refused' });
  const journal = [order('21'), pay('21')];

  it('can be refused by the process that decided it again, but was requested', () => {
    expect(journalFaults([...journal, refused], read(log))).toEqual([]);
    expect(journalFaults(journal, read(log))).toHaveLength(1);
    // Without the payment the refusal is wrong.
    expect(journalFaults([order('21'), refused], read(log.slice(0, 5)))).toHaveLength(1);
  });
});

describe('a log that contradicts itself', () => {
  const wrong: [string, readonly PlainEvent[], string][] = [
    [
      'units sold past the stock',
      [...sold, ...placed('22'), ...placed('23'), ...cancelled('22'), ...cancelled('23')],
      'stock: position 8: sku: 4 held and 2 sold of 4',
    ],
    [
      'stock set below what is sold',
      [...sold, ['stock-sku', 'StockSet', { sku_id, stock: 1 }]],
      'stock: position 6: sku: 0 held and 2 sold of 1',
    ],
    ['units held for ever', [stocked, ...placed('21')], 'stock: at the end: order 21 sku still holds 2'],
    [
      'a paid order without its units',
      [
        stocked,
        ...placed('21'),
        paid('21')[1]!,
        ['stock-sku', 'StockReleased', { sku_id, out_trade_no: '21', count: 2 }],
      ],
      'stock: at the end: order 21 has 0 of sku, it bought 2',
    ],
    [
      'units given back twice',
      [
        ...sold,
        ...[1, 2].map(
          (): PlainEvent => ['stock-sku', 'StockReturned', { sku_id, out_trade_no: '21', count: 2 }],
        ),
      ],
      'stock: position 7: order 21 sku: gives back what it does not have',
    ],
    [
      'a limit passed',
      [1, 2].map(
        (n): PlainEvent => [
          'allowance-plan-fan',
          'AllowanceTaken',
          { plan_id, user_id: FAN, out_trade_no: `2${n}`, units: 2 },
        ],
      ),
      'limits: position 2: fan plan: 4 units of 3',
    ],
    [
      'a code used too often',
      [
        ['redeem-code', 'RedeemCodeIssued', { code_id, uses: 1 }],
        ...[1, 2].map(
          (n): PlainEvent => ['redeem-code', 'RedeemCodeHeld', { code_id, out_trade_no: `2${n}` }],
        ),
      ],
      'codes: position 3: code: 2 held and 0 sold of 1',
    ],
    [
      'more refunded than was paid',
      [...sold, refund('21', 'r1', 1_500), refund('21', 'r2', 600)],
      'refunds: position 7: order 21: 2100 refunded of 2000',
    ],
    [
      'one refund twice',
      [...sold, refund('21', 'r1', 500), refund('21', 'r1', 500)],
      'refunds: position 7: refund r1 of order 21 for the second time',
    ],
    [
      'an order paid twice',
      [...sold, paid('21')[1]!],
      'refunds: position 6: order 21 is paid for the second time',
    ],
    [
      'a paid order that is cancelled',
      [...sold, cancelled('21')[1]!],
      'refunds: position 6: order 21 is cancelled, but was paid',
    ],
    [
      'an order placed twice',
      [...sold, placed('21')[1]!],
      'refunds: position 6: order 21 is placed for the second time',
    ],
    [
      'more taken out than there is',
      [settled, withdrawal(600), withdrawal(600, 'w2')],
      'money out: position 3: creator takes 200 more than there is',
    ],
    [
      'a withdrawal approved after a refund',
      [
        settled,
        withdrawal(1_000),
        ...placed('21'),
        ...paid('21'),
        ['balance-creator', 'RefundCharged', { user_id: CREATOR, net: 1_000 }],
        ['balance-creator', 'WithdrawalApproved', { user_id: CREATOR, withdrawal_id: 'w1', by: 'f' }],
      ],
      'money out: position 8: withdrawal w1 is approved, 120 is missing',
    ],
    [
      'a withdrawal paid twice',
      [
        settled,
        withdrawal(600),
        ...['p1', 'p2'].map(
          (payout_id): PlainEvent => [
            'balance-creator',
            'PayoutSucceeded',
            { user_id: CREATOR, withdrawal_id: 'w1', payout_id },
          ],
        ),
      ],
      'money out: position 4: withdrawal w1 is paid for the second time',
    ],
    [
      'a period that is charged twice',
      [...agreed, ...renewed('22', 5), ...renewed('23', 5)],
      'agreements: position 9: second order of a period: 23',
    ],
    [
      'a renewal after the end',
      [...agreed, ended('fan'), ...renewed('22', 5)],
      'agreements: position 6: RenewalPlaced without an agreement of fan plan',
    ],
    [
      'a renewal above the agreed amount',
      [...agreed, ...renewed('22', 5, 1_100)],
      'agreements: position 5: renewal 22 costs 1100 of 1000',
    ],
    [
      'a renewal that is not paid',
      [...agreed, ...renewed('22', 5).filter(([, type]) => type !== 'OrderPaid')],
      'agreements: position 6: RenewalPaid with order 22, which is not paid so',
    ],
  ];
  it.each(wrong)('is found: %s', (_what, log, fault) => {
    expect(faultsOf(log)).toContain(fault);
  });

  it('is found: a gap in positions or versions', () => {
    const reader = logReader(new Map());
    reader.take({ position: 1, stream: 's', version: 0, type: 'T', data: {} });
    reader.take({ position: 3, stream: 's', version: 2, type: 'T', data: {} });
    expect(reader.facts().faults.positions).toHaveLength(2);
  });
});

describe('a journal', () => {
  const journal = [order('21'), pay('21'), refunded('21', 'k', '5.00'), refunded('21', 'k', '5.00')];
  const log = [...sold, refund('21', 'r1', 500)];

  it('has an entry in two carts when its fan changed it in between', () => {
    const log = read([stocked, ...inCart('c1', '21'), ...inCart('c2', '22', 1)]);
    expect(journalFaults([cart('c1', 'k1'), cart('c2', 'k2')], log)).toEqual([]);
  });

  it('agrees with its log, with repeated, refused and unknown answers', () => {
    const others = (['unknown', 'refused'] as const).map((outcome) => ({ ...order('29'), outcome }));
    expect(journalFaults([...journal, ...others], read(log))).toEqual([]);
  });

  const wrong: [string, readonly Entry[], readonly PlainEvent[], string][] = [
    [
      'an acknowledged order that the log lacks',
      [...journal, order('22')],
      log,
      'order 22 was acknowledged, and is not in the log',
    ],
    [
      'an order that nobody was told of',
      journal.slice(1),
      log,
      'order 21 is in the log without an acknowledgement',
    ],
    [
      'an order acknowledged with another total',
      [order('21', 'key', '30.00'), ...journal.slice(1)],
      log,
      'order 21 differs from the acknowledged one',
    ],
    [
      'one key with two orders',
      [...journal, order('22', '21')],
      [...log, ...placed('22'), ...cancelled('22')],
      'fan 21: orders 21 and 22',
    ],
    [
      'a payment that is lost',
      [order('21'), pay('21')],
      [stocked, ...placed('21'), ...cancelled('21')],
      'charge ch_21_1 was paid, and is neither in its order nor returned',
    ],
    ['a payment that nobody made', [order('21')], sold, 'charge ch_21_1 is in the log without a payment'],
    ['a refund that the log lacks', journal, sold, 'order 21: refunds none in the log, 500 acknowledged'],
    [
      'a refund that the log has twice',
      journal,
      [...log, refund('21', 'r2', 500)],
      'order 21: refunds 500 + 500 in the log, 500 acknowledged',
    ],
    [
      'one key with two refunds',
      [...journal, refunded('21', 'k', '6.00')],
      log,
      'order 21: refund k was acknowledged as 500 and as 600',
    ],
    [
      'a cancellation that did not happen',
      [...journal, answered('cancel', { input: { out_trade_no: '21' }, data: { status: 3 } })],
      log,
      'order 21 was said to be cancelled, and is not',
    ],
    [
      'a cancellation that nobody asked for',
      [order('21')],
      [stocked, ...placed('21'), ...cancelled('21')],
      'order 21 is cancelled, and its fan did not ask',
    ],
    [
      'an agreement without consent',
      [order('21'), pay('21')],
      agreed,
      'agreement of fan plan by order 21 without consent',
    ],
    [
      'an end that nobody asked for',
      [],
      [...agreed, ended('fan')],
      'agreement of fan plan is ended, and its fan did not ask',
    ],
    [
      'an end that is lost',
      [answered('end_agreement', { input: { plan_id } })],
      agreed,
      'agreement of fan plan was said to be ended, and is not',
    ],
    [
      'a cart that the log lacks',
      [...journal, cart('c1', 'k1')],
      log,
      'cart c1 was acknowledged, and is not in the log',
    ],
    [
      'a cart without an entry that was ordered',
      [cart('c1', 'k1')],
      [stocked, ...inCart('c1', '21').filter(([, type]) => type !== 'CartEntryOrdered')],
      'cart c1 lacks entry e1',
    ],
    [
      'one entry in two carts',
      [cart('c1', 'k1'), cart('c2', 'k2')],
      [stocked, ...inCart('c1', '21'), ...inCart('c2', '22')],
      'entry e1 revision 0: carts c1 and c2',
    ],
    [
      'stock that was not set',
      [...journal, answered('set_stock', { input: { sku_id, stock: 9 } })],
      log,
      'stock 9 of sku was acknowledged, and is not in the log',
    ],
    [
      'a withdrawal of another amount',
      [answered('withdraw', { by: CREATOR, input: { amount: '7.00' }, data: { order_id: 'w1' } })],
      [settled, withdrawal(600)],
      'withdrawal w1 of 7.00 was acknowledged; in the log: 600',
    ],
    [
      'a withdrawal that nobody was told of',
      [],
      [settled, withdrawal(600)],
      'withdrawal w1 is in the log without an acknowledgement',
    ],
    [
      'an approval that is lost',
      [answered('approve', { data: { order_id: 'w1', approved: true } })],
      [settled, withdrawal(600)],
      'withdrawal w1 was said to be approved, and is not',
    ],
  ];
  it.each(wrong)('contradicts its log: %s', (_what, entries, events, fault) => {
    expect(journalFaults(entries, read(events))).toContain(fault);
  });
});
