import { default as fc } from 'fast-check';

export const step = fc.record({
  do: fc.constantFrom(
    ...(['open', 'open', 'open', 'change', 'pause', 'resume', 'close'] as const),
    ...(['place', 'place', 'place', 'place', 'pay', 'pay', 'pay', 'pay', 'cancel'] as const),
    ...(['refund', 'refund', 'refund', 'month', 'month', 'half a day', 'withdraw', 'withdraw'] as const),
  ),
  who: fc.nat(11),
  what: fc.nat(40),
  /** Of something: a rate, an amount. */
  much: fc.nat(5_000),
});

export type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;
