import { fenOf } from '#events/money.ts';
import { templateStream } from '#events/stream-names.ts';
import type { SaveTemplate } from '../catalog/save-template.ts';
import type { Decided } from '../engine/command.ts';
import { CREATOR } from './scenario.ts';

export const TEMPLATE = 'template-1';

/** Provinces of these tests' country. */
const provinces: ReadonlySet<string> = new Set(['110000', '310000', '320000', '440000', '650000']);

/** Near: 5.00 and nothing more; far: 18.00 and 6.00 for each further item; 440000 in no rule. */
export const nearAndFar = [
  { provinces: ['110000', '310000', '320000'], first_fee: fenOf(500), next_fee: fenOf(0) },
  { provinces: ['650000'], first_fee: fenOf(1800), next_fee: fenOf(600) },
];

/** A request to save the table above; tests name what differs. */
export const template = (change: Partial<SaveTemplate> = {}): SaveTemplate => ({
  creator_id: CREATOR,
  template_id: TEMPLATE,
  may_create: true,
  name: 'Near and far',
  rules: nearAndFar,
  isProvince: (code) => provinces.has(code),
  ...change,
});

/** A template that was saved before. */
export const saved = (change: { rules?: typeof nearAndFar; name?: string } = {}): Decided => ({
  stream: templateStream(TEMPLATE),
  creator_id: CREATOR,
  event: {
    type: 'ShippingTemplateSaved',
    data: { template_id: TEMPLATE, creator_id: CREATOR, name: 'Near and far', rules: nearAndFar, ...change },
  },
});
