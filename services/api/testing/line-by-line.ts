import type * as ChoiceModule from '#services/commerce/prices/choice.ts';

/** The guard that a negative control removes: an order's lines of one SKU are added up before the check. */
export const summing = { out: false };

/** The control: each line of an order's choice is checked separately. */
export function lineByLine(real: typeof ChoiceModule): typeof ChoiceModule {
  const choose: typeof real.choose = (plan, choice) => {
    const chosen = real.choose(plan, choice);
    if ('code' in chosen || !summing.out) return chosen;
    const lines = choice.lines.flatMap(({ sku_id, count }) =>
      chosen.lines
        .filter(({ sku }) => sku.sku_id === sku_id)
        .map((line) => ({ ...line, count: count * Math.max(1, chosen.bundle_count) })),
    );
    return { ...chosen, lines };
  };
  return { ...real, choose };
}
