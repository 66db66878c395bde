import type * as OrderChoice from '#services/commerce/prices/order-choice.ts';

/** The guard that a negative control takes out: what an order's lines ask of one SKU is summed before it is judged. */
export const summing = { out: false };

/** An order's choice as it would be without it: each line as it was sent, to be judged by itself. */
export function lineByLine(real: typeof OrderChoice): typeof OrderChoice {
  const chosenOf: typeof real.chosenOf = (plan, choice) => {
    const chosen = real.chosenOf(plan, choice);
    if ('code' in chosen || !summing.out) return chosen;
    const lines = choice.lines.flatMap(({ sku_id, count }) =>
      chosen.lines
        .filter(({ sku }) => sku.sku_id === sku_id)
        .map((line) => ({ ...line, count: count * Math.max(1, chosen.bundle_count) })),
    );
    return { ...chosen, lines };
  };
  return { ...real, chosenOf };
}
