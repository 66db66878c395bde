import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FeeTerms, type Shares, sharesOf, sharesOfRefund } from './fees.ts';
import { type Fen, fenOf, fromWire, sum, toWire } from './money.ts';

const termsOf = (affiliate_percent: number): FeeTerms => ({ affiliate_percent, imported: false });
const total = (shares: Shares): Fen => sum(Object.values(shares));

describe('shares of an order', () => {
  it.each([
    ['5.00', '0.05', '0.25', '4.70'],
    ['1.01', '0.01', '0.05', '0.95'],
    ['0.50', '0.01', '0.03', '0.46'],
    ['0.01', '0.00', '0.00', '0.01'],
    ['1234.56', '12.35', '61.73', '1160.48'],
    ['0.00', '0.00', '0.00', '0.00'],
  ])('of %s: payment fee %s, service fee %s, net %s', (amount, payment, service, net) => {
    const shares = sharesOf(fromWire(amount)!, termsOf(0));
    expect([toWire(shares.payment_fee), toWire(shares.service_fee), toWire(shares.net)]).toEqual([
      payment,
      service,
      net,
    ]);
    expect(shares.affiliate).toBe(0);
  });

  it('give the affiliate its rate, from the net', () => {
    expect(sharesOf(fenOf(10_000), termsOf(10))).toEqual({
      payment_fee: 100,
      service_fee: 500,
      affiliate: 1000,
      net: 8400,
    });
  });

  it('always adds up to the total', () => {
    fc.assert(
      fc.property(fc.nat(1e12), fc.integer({ min: 0, max: 50 }), (amount, percent) => {
        expect(total(sharesOf(fenOf(amount), termsOf(percent)))).toBe(amount);
      }),
    );
  });
});

describe('shares of an imported order', () => {
  const imported = { affiliate_percent: 0, imported: true };
  it('are its net alone: no fee was charged here', () => {
    const all = { payment_fee: 0, service_fee: 0, affiliate: 0 };
    expect(sharesOf(fenOf(10_190), imported)).toEqual({ ...all, net: 10_190 });
    expect(sharesOfRefund(fenOf(10_190), fenOf(333), fenOf(100), imported)).toEqual({ ...all, net: 333 });
  });
});

describe('shares of refunds', () => {
  it('of nothing paid are nothing', () => {
    expect(total(sharesOfRefund(fenOf(0), fenOf(0), fenOf(0), termsOf(0)))).toBe(0);
  });

  it('that add up to the total return each part exactly, in any split', () => {
    const split = fc.array(fc.integer({ min: 1, max: 200_000 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(split, fc.integer({ min: 0, max: 50 }), (refunds, percent) => {
        const paid = fenOf(refunds.reduce((all, one) => all + one, 0));
        const back: Record<keyof Shares, number> = { payment_fee: 0, service_fee: 0, affiliate: 0, net: 0 };
        let before = fenOf(0);
        for (const one of refunds) {
          const shares = sharesOfRefund(paid, fenOf(one), before, termsOf(percent));
          expect(total(shares)).toBe(one);
          for (const part of ['payment_fee', 'service_fee', 'affiliate', 'net'] as const)
            back[part] += shares[part];
          before = fenOf(before + one);
        }
        expect(back).toEqual(sharesOf(paid, termsOf(percent)));
      }),
    );
  });
});
