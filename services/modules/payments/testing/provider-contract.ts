import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChargeId, chargeIdOf, type OutTradeNo } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import type { MovableClock } from '#services/runtime/clock.ts';
import type { ChargeRequest, PayMethod, PaymentProvider, Refund } from '../provider.ts';

interface SignedNotice {
  body: Uint8Array;
  headers: Record<string, string>;
}

/** What may be wrong with a notice that its provider did not write so. */
export type NoticeChange = 'forged' | 'late' | 'currency' | 'account' | 'subject';

/** What may be wrong with an answer about a paid charge. */
type AnswerChange = 'currency' | 'account' | 'subject' | 'amount';

/** A provider, and the hands of its payers and of its own side. */
export interface ProviderUnderTest {
  provider: PaymentProvider;
  method: PayMethod;
  clock: MovableClock;
  /** The payer pays the page of this charge. */
  pay(charge_id: ChargeId): Promise<void>;
  /** Notice of a paid charge. Undefined: this provider has no such notice. */
  notice(charge_id: ChargeId, change?: NoticeChange): SignedNotice | undefined;
  /** fen that the provider has given back of a charge, as its own books say. */
  refunded(charge_id: ChargeId): Promise<number>;
  /** Undefined for a provider without faults. */
  faults?: {
    /** The next answers get lost after the provider has acted. */
    loseAnswers(count: number): void;
    fail(on: boolean): void;
    /** Answers are signed with another key. Missing: answers are not signed. */
    forge?(on: boolean): void;
    /** What the provider says of a paid charge from now on; undefined: the truth. */
    answer(charge_id: ChargeId, change: AnswerChange | undefined): void;
    /** The state of the next refunds. */
    refundsAre(status: Refund['status']): void;
    /** The state of those that are pending. */
    settleRefunds(charge_id: ChargeId, status: Refund['status']): void;
  };
}

const TTL = 900_000;
const AMOUNT = fenOf(3_000);
let orders = 0;

/** The rules of the port, which hold for every provider. */
export function keepsTheContract(name: string, on: ProviderUnderTest): void {
  type Request = ChargeRequest & { out_trade_no: OutTradeNo };
  function request(change: Partial<ChargeRequest> = {}): Request {
    orders += 1;
    const out_trade_no = `2${String(orders).padStart(26, '0')}` as OutTradeNo;
    const charge_id = chargeIdOf(out_trade_no, 1);
    const return_url = 'https://fanwatt.example/order/check';
    const checkout = { method: on.method, subject: '月度会员 & 更多', return_url };
    const expires_at = on.clock.now() + TTL;
    return { charge_id, amount: AMOUNT, currency: 'CNY', expires_at, checkout, ...change, out_trade_no };
  }
  async function paid(): Promise<Request> {
    const charge = request();
    await on.provider.createCharge(charge);
    await on.pay(charge.charge_id);
    return charge;
  }
  const refundOf = ({ charge_id, out_trade_no }: Request, refund_id: string, amount: number) =>
    on.provider.refund({
      refund_id: `${out_trade_no}_${refund_id}`,
      charge_id,
      out_trade_no,
      amount: fenOf(amount),
    });
  const verify = ({ body, headers }: SignedNotice) => on.provider.verifyNotice(body, headers, on.clock.now());

  describe(`${name}: a charge`, () => {
    it('is one, with one page, however often and at once it is asked for', async () => {
      const charge = request();
      const made = await Promise.all([1, 2, 3].map(() => on.provider.createCharge(charge)));
      made.push(await on.provider.createCharge(charge));
      for (const one of made) expect(one).toMatchObject({ charge_id: charge.charge_id, amount: AMOUNT });
      expect(made[0]?.url || made[0]?.code).toBeTruthy();
      expect(await on.provider.lookUp(charge.charge_id)).toMatchObject({ status: 'open', amount: AMOUNT });
    });

    it('is refused under its id with another amount', async () => {
      const charge = request();
      await on.provider.createCharge(charge);
      const other = on.provider.createCharge({ ...charge, amount: fenOf(2_999) });
      await expect(other).rejects.toMatchObject({ reason: 'charge_differs' });
    });

    it('is paid with its amount; an unknown one is not known', async () => {
      const { charge_id } = await paid();
      expect(await on.provider.lookUp(charge_id)).toEqual({ charge_id, status: 'paid', amount: AMOUNT });
      expect(await on.provider.lookUp('ch_none_1' as ChargeId)).toBeUndefined();
    });

    it('closes repeatably; a paid or unknown one stays as it is', async () => {
      const charge = await paid();
      for (const id of [charge.charge_id, 'ch_none_1' as ChargeId]) {
        await on.provider.closeCharge?.(id);
        await on.provider.closeCharge?.(id);
      }
      expect(await on.provider.lookUp(charge.charge_id)).toMatchObject({ status: 'paid' });
    });
  });

  describe(`${name}: refunds`, () => {
    it('are never more than was paid, and once per id: as a plain sum says', async () => {
      const step = fc.record({ id: fc.nat(3), amount: fc.integer({ min: 1, max: 1_600 }) });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
          const charge = await paid();
          const model = new Map<number, number>();
          const left = () => AMOUNT - [...model.values()].reduce((sum, one) => sum + one, 0);
          for (const { id, amount } of steps) {
            const known = model.get(id);
            const refusal =
              known === undefined
                ? amount > left() && 'more_than_paid'
                : known !== amount && 'refund_differs';
            const made = refundOf(charge, String(id), amount);
            if (refusal) await expect(made).rejects.toMatchObject({ reason: refusal });
            else await expect(made).resolves.toMatchObject({ status: 'sent' });
            if (!refusal) model.set(id, amount);
            expect(await on.refunded(charge.charge_id)).toBe(AMOUNT - left());
          }
        }),
        { numRuns: 8 },
      );
    });

    it('asked for at once are paid once', async () => {
      const charge = await paid();
      const made = await Promise.all([1, 2, 3].map(() => refundOf(charge, 'a', 1_000)));
      expect(new Set(made.map((one) => one.provider_refund_id)).size).toBe(1);
      expect(await on.refunded(charge.charge_id)).toBe(1_000);
    });

    it('of an unpaid or unknown charge are refused', async () => {
      const open = request();
      await on.provider.createCharge(open);
      await expect(refundOf(open, 'a', 1)).rejects.toMatchObject({ reason: 'not_paid' });
      const unknown = { ...open, charge_id: 'ch_none_1' as ChargeId };
      await expect(refundOf(unknown, 'b', 1)).rejects.toMatchObject({ reason: 'charge_unknown' });
    });

    it('with an id that no provider would allow are paid once, too', async () => {
      const charge = await paid();
      const id = `退款 ${'长'.repeat(60)}`;
      const first = await refundOf(charge, id, 10);
      expect(await refundOf(charge, id, 10)).toEqual(first);
      expect(await on.refunded(charge.charge_id)).toBe(10);
    });
  });

  describe(`${name}: a notice`, () => {
    it('says what was paid', async () => {
      const { charge_id } = await paid();
      const notice = on.notice(charge_id);
      if (!notice) throw new Error('no notice');
      const expected = { kind: 'charge', charge_id, outcome: 'paid', amount: AMOUNT };
      expect(verify(notice)).toMatchObject({ genuine: true, notice: expected });
      expect(verify(notice)).toEqual(verify(notice));
    });

    it('is refused when forged, changed, unsigned, late, or of another currency or account', async () => {
      const { charge_id } = await paid();
      const notice = on.notice(charge_id);
      if (!notice) throw new Error('no notice');
      const changed = Buffer.from(Buffer.from(notice.body).toString().replace(/0/, '1'));
      expect(verify({ ...notice, body: changed })).toMatchObject({ genuine: false });
      expect(verify({ body: Buffer.from('no=notice'), headers: {} })).toMatchObject({
        fault: 'signature_missing',
      });
      const faults = {
        forged: 'signature_wrong',
        late: 'stale',
        currency: 'other_currency',
        account: 'other_account',
      } as const;
      for (const [change, fault] of Object.entries(faults)) {
        const bad = on.notice(charge_id, change as keyof typeof faults);
        if (bad) expect(verify(bad), change).toEqual({ genuine: false, fault });
      }
    });

    it('about something else changes nothing', async () => {
      const { charge_id } = await paid();
      const other = on.notice(charge_id, 'subject');
      if (other) expect(verify(other)).toMatchObject({ genuine: true, notice: { kind: 'other' } });
    });
  });

  const { faults } = on;
  if (!faults) return;

  describe(`${name}: a provider with faults`, () => {
    it('whose answers get lost collects once and refunds once', async () => {
      const charge = request();
      faults.loseAnswers(2);
      await on.provider.createCharge(charge).catch(() => undefined);
      await on.provider.createCharge(charge).catch(() => undefined);
      faults.loseAnswers(0);
      await on.provider.createCharge(charge);
      await on.pay(charge.charge_id);
      faults.loseAnswers(3);
      for (const _ of [1, 2, 3]) await refundOf(charge, 'a', 700).catch(() => undefined);
      faults.loseAnswers(0);
      expect(await refundOf(charge, 'a', 700)).toMatchObject({ status: 'sent' });
      expect(await on.refunded(charge.charge_id)).toBe(700);
    });

    it('that fails, or answers with a wrong signature, is unavailable: in words without secrets', async () => {
      const charge = await paid();
      for (const break_ of [faults.fail, faults.forge]) {
        if (!break_) continue;
        break_(true);
        const errors = await Promise.all([
          on.provider.lookUp(charge.charge_id).catch((error: unknown) => error),
          refundOf(charge, 'x', 1).catch((error: unknown) => error),
        ]);
        break_(false);
        for (const error of errors) {
          expect(error).toBeInstanceOf(Error);
          expect(error).not.toHaveProperty('reason');
          expect(JSON.stringify(error) + String(error)).not.toMatch(
            /127\.0\.0\.1|PRIVATE|sk_test|0123456789abcdef/,
          );
        }
      }
      expect(await on.refunded(charge.charge_id)).toBe(0);
    });

    it('whose answer is about another trade, account or currency, or has no amount, decides nothing', async () => {
      const charge = await paid();
      const { charge_id } = charge;
      for (const change of ['currency', 'account', 'subject', 'amount'] as const) {
        faults.answer(charge_id, change);
        const [state, refund] = await Promise.allSettled([
          on.provider.lookUp(charge_id),
          refundOf(charge, 'r', 5),
        ]);
        faults.answer(charge_id, undefined);
        expect(state, change).toMatchObject({ reason: { name: 'ProviderContradiction' } });
        expect(refund, change).toMatchObject({ reason: { name: 'ProviderContradiction' } });
      }
      expect(await on.refunded(charge_id)).toBe(0);
      expect(await on.provider.lookUp(charge_id)).toEqual({ charge_id, status: 'paid', amount: AMOUNT });
    });

    it('sends a refund later, or not: it is asked about', async () => {
      for (const status of ['sent', 'failed'] as const) {
        const charge = await paid();
        faults.refundsAre('pending');
        expect(await refundOf(charge, 'p', 3_000)).toMatchObject({ status: 'pending' });
        faults.refundsAre('sent');
        faults.settleRefunds(charge.charge_id, status);
        expect(await refundOf(charge, 'p', 3_000)).toMatchObject({ status });
        const of = { refund_id: `${charge.out_trade_no}_p`, ...charge };
        expect(await on.provider.findRefund?.(of)).toMatchObject({ status });
      }
    });

    it('closes a charge that was opened: nobody can pay it', async () => {
      const charge = request();
      await on.provider.createCharge(charge);
      await on.provider.closeCharge?.(charge.charge_id);
      const state = await on.provider.lookUp(charge.charge_id);
      // A page that nobody opened ends by itself.
      if (state?.status === 'closed') await expect(on.pay(charge.charge_id)).rejects.toThrow();
      expect(state?.status).not.toBe('paid');
    });
  });
}
