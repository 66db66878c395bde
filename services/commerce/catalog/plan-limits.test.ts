import { describe, expect, it, test } from 'vitest';
import { asSkuId, type SkuId } from '#events/ids.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { accept } from '../engine/command.ts';
import { fillReplies } from '../replies/fill-replies.ts';
import { added, planEdit } from '../testing/plans.ts';
import { CREATOR, given, goods, onSale, PLAN, RED, sku } from '../testing/scenario.ts';
import { heldEvent, offer, testCommitters } from '../testing/test-committers.ts';
import { type EditPlan, editPlan } from './edit-plan.ts';
import type { SkuEdit } from './offer-form.ts';
import { offerSkus } from './offer-skus.ts';

const named = (at: number): SkuId => asSkuId(`sku-${at}`);
const made = (at: number, text = '') => added(sku(named(at), { purchased_rich_text: text }));
const many = (count: number, from = 0): SkuEdit[] =>
  Array.from({ length: count }, (_, at) => made(from + at));
const imported = (skus: readonly SkuEdit[]) =>
  offerSkus({ creator_id: CREATOR, plan_id: PLAN, skus, origin: 'import' });
const edit = (skus: readonly SkuEdit[], change: Partial<EditPlan> = {}) =>
  editPlan(planEdit(goods, skus, change));
const refusal = (field: string, key: string, max: string) => ({
  code: 'bad_input',
  errors: [{ field, message: { key, max } }],
});

describe('a plan', () => {
  it('has at most 5,000 SKUs', () => {
    const { accepts, refuses } = given(onSale(goods));
    for (let from = 0; from < 4_900; from += 100) accepts(imported(many(100, from)));
    expect(refuses(imported(many(101, 4_900)))).toEqual(refusal('sku', 'too_many', '5000'));
    accepts(imported(many(100, 4_900)));
    accepts(imported(many(100, 4_900)));
  });

  it('with more SKUs than a form saves loses none by one', () => {
    const { accepts, refuses } = given(onSale(goods));
    accepts(imported(many(150)));
    accepts(imported(many(100, 150)));
    const known = many(200).map((one) => ({ ...one, is_new: false }));
    expect(refuses(edit(known))).toEqual(refusal('sku', 'too_many', String(QUOTAS.skus_of_form)));
  });

  it('has at most 512 KiB of text, existing and new', () => {
    const text = '文'.repeat(50_000);
    const { accepts, refuses } = given(onSale(goods));
    expect(refuses(edit([0, 1, 2, 3].map((at) => made(at, text))))).toEqual(
      refusal('sku.3.purchased_rich_text', 'too_much_text', '512 KiB'),
    );
    accepts(imported([made(0, text), made(1, text), made(2, text)]));
    expect(refuses(imported([made(3, text)]))).toEqual(
      refusal('sku.0.purchased_rich_text', 'too_much_text', '512 KiB'),
    );
    // A shorter text replaces an existing one.
    accepts(imported([made(2, '文')]));
  });
});

test('a pool has at most 50,000 lines left', () => {
  const { accepts, refuses } = given();
  const fill = { creator_id: CREATOR, pool_id: RED, overwrite: false, field: 'reply_random_content' };
  for (let at = 0; at < 5; at += 1) accepts(fillReplies({ ...fill, fill_id: `f${at}`, count: 10_000 }));
  const full = {
    code: 'quota_reached',
    errors: [{ field: 'reply_random_content', message: { key: 'too_many_kept', max: '50000' } }],
  };
  expect(refuses(fillReplies({ ...fill, fill_id: 'more', count: 1 }))).toEqual(full);
  accepts(fillReplies({ ...fill, fill_id: 'instead', count: 10, overwrite: true }));
});

describe('one command', () => {
  const on = testCommitters();
  const large = (skuId: SkuId, bytes: number) => ({
    ...offer(skuId, 5),
    name: 'large',
    decide: () => {
      const held = heldEvent(skuId, 'o'.repeat(1_000));
      return accept(
        Array.from({ length: Math.ceil(bytes / 1_000) }, () => held),
        'done',
      );
    },
  });

  it('writes at most 512 KiB: more is refused by its field, or fails alone', async () => {
    const committer = on.start();
    const shoes = on.newSku();
    const [by, alone, beside] = await Promise.allSettled([
      committer.submit({ ...large(shoes, 600_000), bulk: 'rules' }),
      committer.submit(large(shoes, 600_000)),
      committer.submit(offer(shoes, 5)),
    ]);
    expect(by).toMatchObject({
      value: { accepted: false, refusal: refusal('rules', 'too_large', '512 KiB') },
    });
    expect(alone).toMatchObject({ reason: { message: expect.stringMatching(/^large decided \d+ bytes/) } });
    expect(beside).toMatchObject({ value: { accepted: true } });
    expect(await on.logged(shoes)).toHaveLength(1);
    // A payment has happened: it is written at any size.
    expect(await committer.submit({ ...large(shoes, 600_000), owed: true })).toMatchObject({
      accepted: true,
    });
  });
});
