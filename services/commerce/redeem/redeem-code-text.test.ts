import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeIdWith, codeTyped, newCode, shownCode } from './redeem-code-text.ts';

describe('a code', () => {
  it('has 80 random bits and is shown in groups', () => {
    const codes = new Set(Array.from({ length: 2_000 }, newCode));
    expect(codes.size).toBe(2_000);
    for (const code of codes) {
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
      expect(shownCode(code)).toMatch(/^(.{4}-){3}.{4}$/);
    }
    // Every position has every digit: no randomness is lost.
    for (let place = 0; place < 16; place += 1) {
      expect(new Set([...codes].map((code) => code[place])).size).toBe(32);
    }
  });

  it.each([
    ['7k3q-m0xz-11aa-vw00'],
    ['7K3QM0XZ11AAVW00'],
    [' 7K3Q M0XZ 11AA VW00 '],
    ['7K3Q–MOXZ—iLaa_vwOo'],
    ['７Ｋ３Ｑ－Ｍ０ＸＺ－１１ＡＡ－ＶＷ００'],
    ['7k3q.m0xz.lIaa.vw0o'],
  ])('typed as %s is the same code', (text) => {
    expect(codeTyped(text)).toBe('7K3QM0XZ11AAVW00');
  });

  it.each([
    [''],
    ['7K3Q'],
    ['7K3QM0XZ11AAVW000'],
    ['7K3QM0XZ11AAVWU0'],
    ['7K3Q/M0XZ/11AA/VW00'],
    ['兑换码兑换码兑换码兑换码兑换码'],
    ['💜'.repeat(16)],
  ])('is not %s', (text) => {
    expect(codeTyped(text)).toBeUndefined();
  });

  it('survives being typed carelessly', () => {
    const carelessly = fc.record({
      lower: fc.boolean(),
      zero: fc.constantFrom('0', 'O', 'o'),
      one: fc.constantFrom('1', 'l', 'I', 'L', 'i'),
    });
    fc.assert(
      fc.property(carelessly, ({ lower, zero, one }) => {
        const code = newCode();
        const cased = lower ? shownCode(code).toLowerCase() : shownCode(code);
        expect(codeTyped(cased.replaceAll('0', zero).replaceAll('1', one))).toBe(code);
      }),
    );
  });

  it('is found by a hash that another key does not make', () => {
    const code = newCode();
    const [one, other] = [codeIdWith(Buffer.alloc(32, 1)), codeIdWith(Buffer.alloc(32, 2))];
    expect(one(code)).toMatch(/^[0-9a-f]{32}$/);
    expect(one(code)).toBe(one(code));
    expect(one(code)).not.toBe(other(code));
  });
});
