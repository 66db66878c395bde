import { describe, expect, it } from 'vitest';
import { choiceFor, choiceKey, withMore } from './choice.ts';

const ace = { sku_id: 'ace', count: 1 };
const king = { sku_id: 'king', count: 1 };

describe('a choice in its stored form', () => {
  it.each([
    [0, { month: 6, sku: [ace], bundle_count: 2 }, { sku: [], month: 6, bundle_count: 0 }],
    [0, {}, { sku: [], month: 0, bundle_count: 0 }],
    [
      1,
      { sku: [ace, king, ace], month: 3 },
      { sku: [{ ...ace, count: 2 }, king], month: 0, bundle_count: 0 },
    ],
    [2, { sku: [ace] }, { sku: [], month: 0, bundle_count: 1 }],
    [3, { sku: [ace, ace], bundle_count: 4 }, { sku: [{ ...ace, count: 2 }], month: 0, bundle_count: 4 }],
    [4, { sku: [king] }, { sku: [king], month: 0, bundle_count: 0 }],
  ] as const)('of type %i (%#)', (type, wanted, choice) => {
    expect(choiceFor(type, wanted)).toEqual(choice);
  });

  it('only bundles with different contents are separate entries', () => {
    const both = choiceFor(3, { sku: [ace, king] });
    expect(choiceKey(3, choiceFor(3, { sku: [king, ace] }))).toBe(choiceKey(3, both));
    expect(choiceKey(3, choiceFor(3, { sku: [ace, ace] }))).not.toBe(choiceKey(3, both));
    expect(choiceKey(1, choiceFor(1, { sku: [ace] }))).toBe(choiceKey(1, choiceFor(1, { sku: [king] })));
  });

  it.each([
    [0, { month: 6 }, { month: 12 }, { month: 12 }],
    [1, { sku: [ace] }, { sku: [king, ace] }, { sku: [{ ...ace, count: 2 }, king] }],
    [2, { bundle_count: 1 }, { bundle_count: 2 }, { bundle_count: 3 }],
    [3, { sku: [ace, king] }, { sku: [king, ace], bundle_count: 2 }, { sku: [ace, king], bundle_count: 3 }],
    [4, { sku: [king] }, { sku: [king] }, { sku: [{ ...king, count: 2 }] }],
  ] as const)('of type %i takes more of the same (%#)', (type, before, more, after) => {
    expect(withMore(type, choiceFor(type, before), choiceFor(type, more))).toEqual(choiceFor(type, after));
  });
});
