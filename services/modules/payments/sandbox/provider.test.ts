import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type ChargeId, chargeIdOf, type OutTradeNo } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture } from '#events/testing/fixture.ts';
import { movableClock } from '#services/runtime/clock.ts';
import type { ChargeRequest } from '../provider.ts';
import { type NoticeTransport, PLAIN_TRANSPORT } from './cashier.ts';
import { openSandbox } from './provider.ts';

const database = fixture(() => createTestDatabase([new URL('../migrations/', import.meta.url)]));
const sandbox = fixture(() =>
  openSandbox({ pool: database.pool, clock: movableClock(), noticeKey: Buffer.alloc(32, 1) }),
);

let orders = 0;
/** The sandbox does not look at the order of a refund. */
const out_trade_no = '2' as OutTradeNo;
function request(change: Partial<ChargeRequest> = {}): ChargeRequest {
  orders += 1;
  const number = `2${orders}` as OutTradeNo;
  const charge_id = chargeIdOf(number, 1);
  return { charge_id, out_trade_no: number, amount: fenOf(3000), currency: 'CNY', expires_at: 0, ...change };
}

async function paidCharge(): Promise<ChargeId> {
  const charge = request();
  await sandbox.createCharge(charge);
  await sandbox.pay({
    charge_id: charge.charge_id,
    outcome: 'success',
    transport: { ...PLAIN_TRANSPORT, lost: true },
  });
  return charge.charge_id;
}

const countOf = async (table: string, charge: string): Promise<number> => {
  const { rows } = await database.pool.query(`SELECT count(*)::int AS n FROM ${table} WHERE charge_id = $1`, [
    charge,
  ]);
  return rows[0].n;
};

describe('an agreement', () => {
  it('is charged again until it ends; its end can be repeated, and each end is of one charge', async () => {
    const transport = { ...PLAIN_TRANSPORT, lost: true };
    const agreed = [request({ agreed: true }), request({ agreed: true })];
    for (const charge of agreed) {
      await sandbox.createCharge(charge);
      await sandbox.pay({ charge_id: charge.charge_id, outcome: 'success', transport });
    }
    const [one, other] = agreed.map(({ charge_id }) => charge_id) as [ChargeId, ChargeId];
    const again = { ...request(), agreed_with: one };
    expect(await sandbox.chargeAgain(again)).toEqual({ status: 'paid', amount: again.amount });
    await Promise.all([1, 2, 3].map(() => sandbox.endAgreement(one)));
    await sandbox.endAgreement('unknown' as ChargeId);
    const late = { ...request(), agreed_with: one };
    await expect(sandbox.chargeAgain(late)).rejects.toMatchObject({ reason: 'not_agreed' });
    expect(await countOf('sandbox.charges', late.charge_id)).toBe(0);
    expect(await sandbox.chargeAgain({ ...request(), agreed_with: other })).toMatchObject({ status: 'paid' });
  });
});

describe('a charge', () => {
  it('is one charge for any number of concurrent requests, with the address of its cashier', async () => {
    const charge = request();
    const made = await Promise.all(Array.from({ length: 20 }, () => sandbox.createCharge(charge)));
    const url = `/cashier?out_trade_no=${charge.out_trade_no}`;
    const { charge_id, amount } = charge;
    for (const one of made) expect(one).toEqual({ provider: 'sandbox', charge_id, amount, url });
    expect(await countOf('sandbox.charges', charge.charge_id)).toBe(1);
  });

  it('is refused under an id with another amount', async () => {
    const charge = request();
    await sandbox.createCharge(charge);
    await expect(sandbox.createCharge({ ...charge, amount: fenOf(1) })).rejects.toMatchObject({
      reason: 'charge_differs',
    });
  });

  it('can be looked up; an unknown one is undefined', async () => {
    const charge = request();
    await sandbox.createCharge(charge);
    const state = { charge_id: charge.charge_id, status: 'open', amount: 3000 };
    expect(await sandbox.lookUp(charge.charge_id)).toEqual(state);
    expect(await sandbox.lookUp('ch_none_1' as ChargeId)).toBeUndefined();
  });
});

describe('the payer', () => {
  it.each([
    ['success', 'paid', 1],
    ['fail', 'failed', 1],
    ['timeout', 'open', 0],
  ] as const)('%s leaves the charge %s and owes %i notices', async (outcome, status, owed) => {
    const charge = request();
    await sandbox.createCharge(charge);
    const { charge_id } = charge;
    const transport = { ...PLAIN_TRANSPORT, delay_ms: 60_000 };
    expect(await sandbox.pay({ charge_id, outcome, transport })).toBe(status);
    expect((await sandbox.lookUp(charge_id))?.status).toBe(status);
    expect(await countOf('sandbox.notices', charge_id)).toBe(owed);
  });

  it('may succeed after failing, and cannot fail after succeeding', async () => {
    const { charge_id } = request();
    await sandbox.createCharge(request({ charge_id }));
    const transport = { ...PLAIN_TRANSPORT, lost: true };
    expect(await sandbox.pay({ charge_id, outcome: 'fail', transport })).toBe('failed');
    expect(await sandbox.pay({ charge_id, outcome: 'success', transport })).toBe('paid');
    expect(await sandbox.pay({ charge_id, outcome: 'fail', transport })).toBe('paid');
  });

  it('twenty concurrent clicks pay once and send one notice', async () => {
    const charge = request();
    await sandbox.createCharge(charge);
    const act = {
      charge_id: charge.charge_id,
      outcome: 'success',
      transport: { ...PLAIN_TRANSPORT, delay_ms: 60_000 },
    } as const;
    await Promise.all(Array.from({ length: 20 }, () => sandbox.pay(act)));
    expect(await countOf('sandbox.notices', charge.charge_id)).toBe(1);
  });

  describe('is answered when it is on the disk', () => {
    const TO_DISK = /pg_logical_emit_message/;

    /** A sandbox whose API gives this answer, and the statements it sent to its database. */
    async function listening(status: number) {
      const api = createServer((request, response) => {
        request.resume().on('end', () => response.writeHead(status).end());
      });
      await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
      const statements: string[] = [];
      const pool = new Proxy(database.pool, {
        get: (target, property) => {
          const member: unknown = Reflect.get(target, property, target);
          if (typeof member !== 'function') return member;
          if (property !== 'query') return member.bind(target);
          return (first: string | { text: string; values?: unknown[] }, ...rest: unknown[]): unknown => {
            statements.push(typeof first === 'string' ? first : `${first.text} ${first.values?.at(-1)}`);
            return Reflect.apply(member, target, [first, ...rest]);
          };
        },
      });
      const one = openSandbox({ pool, clock: movableClock(), noticeKey: Buffer.alloc(32, 1) });
      await one.announceApi(`http://127.0.0.1:${(api.address() as AddressInfo).port}`);
      return {
        said: statements,
        async pay(transport: Partial<NoticeTransport>) {
          const { charge_id } = request();
          await one.createCharge(request({ charge_id }));
          expect(
            await one.pay({ charge_id, outcome: 'success', transport: { ...PLAIN_TRANSPORT, ...transport } }),
          ).toBe('paid');
          const act = statements.findLast((text) => text.includes('sandbox.charges c'));
          return { waited: act?.endsWith(' on'), later: statements.some((text) => TO_DISK.test(text)) };
        },
        async close() {
          await one.close();
          api.close();
        },
      };
    }

    it.each([
      ['by the event that its notice became', 200, {}, { waited: false, later: false }],
      ['by itself when the notice was not taken', 503, {}, { waited: false, later: true }],
      ['by itself when its notice comes later', 200, { delay_ms: 60_000 }, { waited: true, later: false }],
      ['by itself when its notice is lost', 200, { lost: true }, { waited: true, later: false }],
    ])('%s', async (_, status, transport, expected) => {
      const listener = await listening(status);
      try {
        expect(await listener.pay(transport)).toEqual(expected);
      } finally {
        await listener.close();
      }
    });
  });

  it('cannot pay an unknown charge', async () => {
    expect(
      await sandbox.pay({ charge_id: 'ch_x_1', outcome: 'success', transport: PLAIN_TRANSPORT }),
    ).toBeUndefined();
  });
});

describe('a refund', () => {
  it('happens once per refund id, also for twenty concurrent requests', async () => {
    const charge_id = await paidCharge();
    const refund = { refund_id: `r-${charge_id}`, charge_id, out_trade_no, amount: fenOf(1000) };
    const answers = await Promise.all(Array.from({ length: 20 }, () => sandbox.refund(refund)));
    expect(new Set(answers.map((answer) => answer.provider_refund_id)).size).toBe(1);
    expect(await countOf('sandbox.refunds', charge_id)).toBe(1);
  });

  it('with different ids happens twice: the refund id prevents this', async () => {
    const charge_id = await paidCharge();
    for (const n of [1, 2])
      await sandbox.refund({ refund_id: `${n}-${charge_id}`, charge_id, out_trade_no, amount: fenOf(1000) });
    expect(await countOf('sandbox.refunds', charge_id)).toBe(2);
  });

  it('never exceeds the payment, under any concurrency', async () => {
    const charge_id = await paidCharge();
    const tries = Array.from({ length: 10 }, (_, n) =>
      sandbox.refund({ refund_id: `${n}-${charge_id}`, charge_id, out_trade_no, amount: fenOf(1000) }).then(
        () => 1000,
        (error: { reason: string }) => error.reason,
      ),
    );
    const outcomes = await Promise.all(tries);
    expect(outcomes.filter((outcome) => outcome === 1000)).toHaveLength(3);
    expect(outcomes.filter((outcome) => outcome === 'more_than_paid')).toHaveLength(7);
  });

  it('of an unpaid or unknown charge, or changed under its id, is refused', async () => {
    const open = request();
    await sandbox.createCharge(open);
    const refused = (charge_id: ChargeId, refund_id: string, amount: number) =>
      expect(sandbox.refund({ charge_id, refund_id, out_trade_no, amount: fenOf(amount) })).rejects;
    await refused(open.charge_id, 'a', 1).toMatchObject({ reason: 'not_paid' });
    await refused('ch_none_1' as ChargeId, 'b', 1).toMatchObject({ reason: 'charge_unknown' });
    const paid = await paidCharge();
    await sandbox.refund({ charge_id: paid, refund_id: 'c', out_trade_no, amount: fenOf(1) });
    await refused(paid, 'c', 2).toMatchObject({ reason: 'refund_differs' });
  });
});
