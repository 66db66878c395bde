import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redeemStream } from '#events/stream-names.ts';
import { controls, exploreUntil, type Histories } from '../testing/histories.ts';
import { alone, orderNamed, refunding } from '../testing/one-effect.ts';
import { CREATOR, given, goods, NOON, onSale, PLAN, RED, sku } from '../testing/scenario.ts';
import { issueRedeemCodes } from './issue-redeem-codes.ts';
import { redeemCodeKind } from './redeem-code.ts';
import { redeemEffect } from './redeem-effect.ts';
import { revokeRedeemCodes } from './revoke-redeem-codes.ts';

const SHOP = onSale(goods, [[sku(RED), 10]]);
const CODE = 'code-0';
const CODE_STREAM = redeemStream(CODE);
const { hold, confirm, release, giveBack } = alone(redeemEffect);
const order = (name: string) => orderNamed(name, { redeem: { code_id: CODE, redeem_id: 'redeem-0' } });
const single = (terms: { uses: number; valid_until: number }) => ({
  creator_id: CREATOR,
  plan_id: PLAN,
  sku_id: RED,
  batch_id: 'batch-1',
  batch_size: 1,
  codes: [{ code_id: CODE, redeem_id: 'redeem-0', number: 0 }],
  ...terms,
});

const step = fc.record({
  what: fc.constantFrom('hold', 'hold', 'confirm', 'release', 'giveBack', 'revoke', 'wait'),
  n: fc.nat(40),
});

/** Long random lives of one code: at most as many uses are held and used as it was made for. */
const lives = (uses: number): Histories<typeof step extends fc.Arbitrary<infer One> ? One : never> => ({
  step,
  length: { maxLength: 60, size: 'max' },
  live(steps, decide, turns) {
    const scenario = given(SHOP).after(issueRedeemCodes(single({ uses, valid_until: NOON + 20_000 })));
    const orders: { name: string; phase: 'held' | 'used' | 'over' }[] = [];
    for (const { what, n } of steps) {
      const one = orders[n % Math.max(orders.length, 1)];
      if (what === 'wait') scenario.memory.now += n * 100;
      if (what === 'revoke' && n > 35)
        scenario.accepts(revokeRedeemCodes({ creator_id: CREATOR, code_ids: [CODE] }));
      if (what === 'hold') {
        const name = `order-${orders.length}`;
        const decision = decide(scenario.memory, hold(order(name)));
        turns.add(decision.accepted ? 'held' : decision.refusal.code);
        if (decision.accepted) orders.push({ name, phase: 'held' });
      }
      if (what === 'confirm' && one?.phase === 'held') {
        scenario.accepts(confirm(order(one.name)));
        one.phase = 'used';
      }
      if (what === 'release' && one?.phase === 'held') {
        scenario.accepts(release(order(one.name)));
        one.phase = 'over';
      }
      if (what === 'giveBack' && one?.phase === 'used') {
        scenario.accepts(giveBack(order(one.name), refunding()));
        one.phase = 'over';
        turns.add('given back');
      }
      const inUse = orders.filter(({ phase }) => phase !== 'over').length;
      expect(inUse).toBeLessThanOrEqual(uses);
      expect(scenario.memory.stateOf(redeemCodeKind, CODE_STREAM)).toMatchObject({
        held: orders.filter(({ phase }) => phase === 'held').length,
        used: orders.filter(({ phase }) => phase === 'used').length,
      });
    }
  },
});

describe.each([1, 2, 3, 4])('a code of %i uses', (uses) => {
  it('is used at most as often as it was made for', () => {
    const hard = ['held', 'redeem_code_used', 'redeem_code_unknown', 'given back'];
    exploreUntil(lives(uses), hard, { numRuns: 100 });
  });

  controls(lives(uses), 100, { 'its uses': ['redeem', { held: 0, used: 0 }] });
});
