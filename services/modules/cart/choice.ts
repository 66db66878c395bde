import { isBundle, PRODUCT_TYPE, type ProductType } from '#events/status.ts';

/** The choice of a plan. */
export interface CartChoice {
  /** SKUs in order of choice, each once; for a bundle the contents of one. */
  sku: readonly { sku_id: string; count: number }[];
  /** 0 without a period. */
  month: number;
  /** 0 for other types. */
  bundle_count: number;
}

type Lines = CartChoice['sku'];

/** Lines of one SKU as one. */
const summed = (lines: Lines): Lines => {
  const counts = new Map<string, number>();
  for (const { sku_id, count } of lines) counts.set(sku_id, (counts.get(sku_id) ?? 0) + count);
  return [...counts].map(([sku_id, count]) => ({ sku_id, count }));
};

interface RequestedChoice {
  sku?: Lines | undefined;
  month?: number | undefined;
  bundle_count?: number | undefined;
}

/** A choice in its stored form; fields of other product types are removed. */
export function choiceFor(product_type: ProductType, wanted: RequestedChoice): CartChoice {
  const { sku = [], month = 0, bundle_count = 1 } = wanted;
  return {
    sku: product_type === PRODUCT_TYPE.sponsorship || product_type === PRODUCT_TYPE.bundle ? [] : summed(sku),
    month: product_type === PRODUCT_TYPE.sponsorship ? month : 0,
    bundle_count: isBundle(product_type) ? bundle_count : 0,
  };
}

/** The key of an entry: only bundles with different contents are separate entries of a plan. */
export function choiceKey(product_type: ProductType, { sku }: CartChoice): string {
  if (product_type !== PRODUCT_TYPE.choice_bundle) return '';
  const sorted = sku.map(({ sku_id, count }) => `${sku_id} ${count}`).sort();
  return sorted.join(',');
}

/** An entry with more of the same plan put to it: units and bundles add up, months are those named last. */
export function withMore(product_type: ProductType, before: CartChoice, more: CartChoice): CartChoice {
  if (product_type === PRODUCT_TYPE.sponsorship) return more;
  if (isBundle(product_type)) {
    return { ...before, bundle_count: before.bundle_count + more.bundle_count };
  }
  return { ...before, sku: summed([...before.sku, ...more.sku]) };
}
