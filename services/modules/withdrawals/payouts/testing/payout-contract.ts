import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { UserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import type { Payee } from '#services/modules/withdrawals/withdraw-methods.ts';
import { NoAnswer, type PayoutProvider, type PayoutRequest } from '../provider.ts';

/** A payout provider, and the hands of its own side. */
export interface PayoutsUnderTest {
  provider: PayoutProvider;
  /** One that it pays, and one whose account does not exist. */
  payee: Payee;
  unknownPayee: Payee;
  /** fen of each move of money for payouts of this withdrawal, as its own books say. */
  moved(withdrawal_id: string): number[];
  /** How it behaves from now on. */
  behave(fault: PayoutTrouble): void;
  /** The state of the next payouts. */
  payoutsAre(state: 'paid' | 'pending'): void;
  /** Examples of the property; its library pauses before each repetition. */
  runs?: number;
  /** What becomes of a payout that it has. */
  settle(payout_id: string, state: 'paid' | 'failed'): void;
}

/** `busy`: it refuses, and means no failure; `lost`: it acts, and its answer gets lost. */
type PayoutTrouble = 'none' | 'lost' | 'failing' | 'busy';

let withdrawals = 0;

/** The rules of the port, which hold for every provider of real money. */
export function keepsThePayoutContract(name: string, on: PayoutsUnderTest): void {
  const withdrawal = (): string => {
    withdrawals += 1;
    return `${String(withdrawals).padStart(2, '0')}ab`.repeat(8);
  };
  const request = (id: string, attempt = 1, change: Partial<PayoutRequest> = {}): PayoutRequest => ({
    payout_id: `${id}-${attempt}`,
    user_id: 'u1' as UserId,
    withdrawal_id: id,
    amount: fenOf(1_000 + attempt),
    payee: on.payee,
    ...change,
  });
  const lookUp = (payout_id: string) => on.provider.lookUp(payout_id, on.payee.kind);

  describe(`${name}: a payout`, () => {
    it('is made once, however often and at once it is requested; another attempt is another one', async () => {
      const id = withdrawal();
      expect(await lookUp(`${id}-1`)).toBeUndefined();
      // A provider may leave one without an answer while the same is under way: it is requested again.
      const atOnce = await Promise.allSettled([1, 2, 3].map(() => on.provider.pay(request(id))));
      for (const one of atOnce) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(NoAnswer);
      const made = [
        ...atOnce.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
        await on.provider.pay(request(id)),
      ];
      for (const one of made)
        expect(one).toMatchObject({ kind: 'succeeded', provider_reference: expect.stringMatching(/./) });
      expect(await lookUp(`${id}-1`)).toEqual(made[0]);
      expect(on.moved(id)).toEqual([1_001]);
      await on.provider.pay(request(id, 2));
      expect(on.moved(id)).toEqual([1_001, 1_002]);
    });

    it('to an unknown account, or in a way that it does not have, fails and moves nothing', async () => {
      const id = withdrawal();
      const unknown = await on.provider.pay(request(id, 1, { payee: on.unknownPayee }));
      expect(unknown).toEqual({ kind: 'failed', cause: 'account_unknown' });
      const paypal: Payee = { kind: 'pp', realname: 'Wang', account: 'wang@example.com' };
      expect(await on.provider.pay(request(id, 2, { payee: paypal }))).toEqual({
        kind: 'failed',
        cause: 'not_supported',
      });
      expect(on.moved(id)).toEqual([]);
    });

    it('is under way until the provider says what became of it; a failed one has moved nothing', async () => {
      for (const state of ['paid', 'failed'] as const) {
        const id = withdrawal();
        on.payoutsAre('pending');
        expect(await on.provider.pay(request(id))).toEqual({ kind: 'processing' });
        on.payoutsAre('paid');
        expect(await lookUp(`${id}-1`)).toEqual({ kind: 'processing' });
        on.settle(`${id}-1`, state);
        const kind = state === 'paid' ? 'succeeded' : 'failed';
        for (const _ of [1, 2]) expect(await lookUp(`${id}-1`)).toMatchObject({ kind });
        expect(on.moved(id)).toEqual(state === 'paid' ? [1_001] : []);
      }
    });

    it('that comes back after its success has failed', async () => {
      const id = withdrawal();
      expect(await on.provider.pay(request(id))).toMatchObject({ kind: 'succeeded' });
      on.settle(`${id}-1`, 'failed');
      expect(await lookUp(`${id}-1`)).toMatchObject({ kind: 'failed' });
      expect(on.provider.recheckMs?.length).toBeGreaterThan(0);
    });
  });

  describe(`${name}: under every order of faults`, () => {
    const step = fc.record({
      attempt: fc.integer({ min: 1, max: 2 }),
      fault: fc.constantFrom<PayoutTrouble>('none', 'lost', 'failing', 'busy'),
      twice: fc.boolean(),
    });

    it('each payout moves its amount once, as a plain set says; what is not certain is no failure', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
          const id = withdrawal();
          const certain = new Set<number>();
          const possible = new Set<number>();
          for (const { attempt, fault, twice } of steps) {
            on.behave(fault);
            const pay = () => on.provider.pay(request(id, attempt));
            const answers = await Promise.allSettled(twice ? [pay(), pay()] : [pay()]);
            on.behave('none');
            for (const answer of answers) {
              if (answer.status === 'fulfilled') expect(answer.value).toMatchObject({ kind: 'succeeded' });
              else expect(answer.reason).toMatchObject({ name: 'NoAnswer' });
              if (answer.status === 'fulfilled') certain.add(attempt);
            }
            if (fault === 'none') expect(certain).toContain(attempt);
            if (fault === 'none' || fault === 'lost') possible.add(attempt);
          }
          const moved = on.moved(id);
          expect(new Set(moved).size).toBe(moved.length);
          for (const attempt of certain) expect(moved).toContain(1_000 + attempt);
          for (const amount of moved) expect(possible).toContain(amount - 1_000);
          // Asked again, each unclear one is made, and still once.
          for (const attempt of possible) await on.provider.pay(request(id, attempt));
          expect(on.moved(id).toSorted()).toEqual([...possible].map((attempt) => 1_000 + attempt).toSorted());
        }),
        { numRuns: on.runs ?? 12 },
      );
    });

    it('negative control: under a number of its own each time, two servers pay twice', async () => {
      const id = withdrawal();
      await Promise.all(
        [1, 2].map((attempt) => on.provider.pay(request(id, attempt, { amount: fenOf(1_000) }))),
      );
      expect(on.moved(id)).toEqual([1_000, 1_000]);
    });
  });
}
