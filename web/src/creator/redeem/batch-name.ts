import type { RedeemBatch } from '#services/contract/redeem/calls.ts';

/** The contents of a batch's codes, in words. */
export const nameOf = ({ plan, sku_name }: RedeemBatch): string =>
  sku_name === '' || sku_name === plan.name ? plan.name : `${plan.name} · ${sku_name}`;
