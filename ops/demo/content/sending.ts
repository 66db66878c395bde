import type { DemoSending } from './creator.ts';

/** Provinces by code: the east coast and its neighbours, and the rest of the mainland. */
const NEAR = ['310000', '320000', '330000', '340000', '350000', '360000', '370000'];
const FAR = ['110000', '120000', '130000', '140000', '210000', '410000', '420000', '430000', '440000'].concat(
  ['450000', '460000', '500000', '510000', '520000', '530000', '610000', '620000', '650000'],
);

export const eastCoast: DemoSending = {
  name: '江浙沪优惠',
  near: { provinces: NEAR, first: 600, next: 100 },
  far: { provinces: FAR, first: 1200, next: 300 },
  free_from: 19_900,
};

export const everywhere: DemoSending = {
  name: 'Standard parcels',
  near: { provinces: NEAR, first: 1000, next: 200 },
  far: { provinces: FAR, first: 1800, next: 500 },
};
