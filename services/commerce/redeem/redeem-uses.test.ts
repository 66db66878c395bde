import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redeemStream } from '#events/stream-names.ts';
import type { Command } from '../engine/command.ts';
import { controls, exploreUntil, type History, step, World } from '../testing/history.ts';
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

interface PlainUse {
  name: string;
  phase: 'held' | 'used' | 'over';
}

const issued = (uses: number) =>
  given(SHOP).after(issueRedeemCodes(single({ uses, valid_until: NOON + 20_000 })));

/** Moves one of the uses in this phase on. */
const move = (
  [from, to]: readonly [PlainUse['phase'], PlainUse['phase']],
  command: (name: string) => Command<unknown>,
) =>
  step(1, fc.nat(40), ({ memory, model, seen }: World<PlainUse[]>, n) => {
    const one = model[n % Math.max(model.length, 1)];
    if (one?.phase !== from) return;
    expect(memory.decide(command(one.name)).accepted).toBe(true);
    one.phase = to;
    seen.add(`${from} ${to}`);
  });

/** Long random lives of one code: at most as many uses are held and used as it was made for. */
const lives = (uses: number): History<World<PlainUse[]>> => ({
  begin: (conditions) => new World(conditions, issued(uses), []),
  steps: {
    hold: step(2, fc.constant(null), (world) => {
      const name = `order-${world.model.length}`;
      const decision = world.decide(hold(order(name)));
      world.seen.add(decision.accepted ? 'held' : decision.refusal.code);
      if (decision.accepted) world.model.push({ name, phase: 'held' });
    }),
    confirm: move(['held', 'used'], (name) => confirm(order(name))),
    release: move(['held', 'over'], (name) => release(order(name))),
    giveBack: move(['used', 'over'], (name) => giveBack(order(name), refunding())),
    revoke: step(1, fc.nat(40), ({ memory }, n) => {
      const command = revokeRedeemCodes({ creator_id: CREATOR, code_ids: [CODE] });
      if (n > 35) expect(memory.decide(command).accepted).toBe(true);
    }),
    wait: step(1, fc.nat(40), ({ memory }, n) => {
      memory.now += n * 100;
    }),
  },
  length: { maxLength: 60, size: 'max' },
  holds({ memory, model }) {
    const held = model.filter(({ phase }) => phase === 'held').length;
    const used = model.filter(({ phase }) => phase === 'used').length;
    expect(held + used).toBeLessThanOrEqual(uses);
    expect(memory.stateOf(redeemCodeKind, CODE_STREAM)).toMatchObject({ held, used });
  },
});

describe.each([1, 2, 3, 4])('a code of %i uses', (uses) => {
  it('is used at most as often as it was made for', async () => {
    const hard = ['held', 'redeem_code_used', 'redeem_code_unknown', 'used over'];
    await exploreUntil(lives(uses), hard, { numRuns: 100 });
  });

  controls(lives(uses), 100, { 'its uses': ['redeem', { held: 0, used: 0 }] });
});
