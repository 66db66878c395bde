import type { Order } from '#services/api/contract/orders.ts';

/** `A4 × 2, A3 × 1`; empty for a sponsorship plan. */
export const modelsOf = ({ sku_detail }: Order): string =>
  sku_detail.map(({ name, count }) => (count === 1 ? name : `${name} × ${count}`)).join(', ');
