import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import {
  asOf,
  id,
  line,
  list,
  money,
  moneyInput,
  orderedPages,
  seconds,
} from '#services/contract/fields/fields.ts';

/** A shipping fee: `0` to 10,000.00, at most two decimals. */
const feeInput = z
  .union([z.string(), z.number()])
  .transform((value) => String(value))
  .refine((value) => /^\d{1,5}(\.\d{1,2})?$/.test(value) && Number(value) <= 10_000, {
    message: 'out_of_range',
  });
/** More rules are useless. */
const MAX_RULES = 40;
/** Of one rule; the rest of the world is one of them. */
const MAX_DESTINATIONS = 240;
/** Six digits of a province, two letters of another country or region (ISO 3166-1), or the rest of the world. */
const destination = z.string().regex(/^(?:\d{6}|[A-Z]{2}|elsewhere)$/);

const ruleInput = z.object({
  /**
   * Six-digit codes of provinces, two-letter codes of other countries and regions, and `elsewhere` for every other
   * one outside the mainland; each in one rule at most
   */
  provinces: z.array(destination).min(1).max(MAX_DESTINATIONS),
  first_fee: feeInput,
  next_fee: feeInput,
});

/** Without template_id a new one. The whole table: a destination in no rule is not delivered to. */
const editShippingTemplateBody = z.object({
  template_id: id.optional(),
  name: line(40, 1),
  rules: z.array(ruleInput).min(1).max(MAX_RULES),
});

const rule = z.object({ provinces: z.array(z.string()), first_fee: money, next_fee: money });
const shippingTemplate = z.object({
  template_id: id,
  name: z.string(),
  rules: z.array(rule),
  /** Plans that name it */
  plan_count: z.number().int(),
  update_time: seconds,
});
export const editShippingTemplate = endpoint('POST', '/api/creator/edit-shipping-template', {
  access: 'creator',
  body: editShippingTemplateBody,
  answer: z.object({
    template: shippingTemplate.pick({ template_id: true, name: true, rules: true }),
    position: z.number().int(),
  }),
});
export const deleteShippingTemplate = endpoint('POST', '/api/creator/delete-shipping-template', {
  access: 'creator',
  body: z.object({ template_id: id }),
  answer: z.object({ template_id: id, position: z.number().int() }),
});

export const listShippingTemplates = endpoint('GET', '/api/creator/shipping-template-list', {
  access: 'creator',
  query: orderedPages({}),
  answer: list(shippingTemplate).extend({ as_of: asOf }),
  reads: ['shipping_templates', 'catalog'],
});

export const getShippingTemplate = endpoint('GET', '/api/creator/shipping-template', {
  access: 'guest',
  query: z.object({ template_id: id }),
  answer: z.object({
    shipping_fee_info: z.object({
      id,
      name: z.string(),
      rules: z.array(rule),
      /** Goods of at least this amount ship free; empty without free shipping. */
      free_from: z.union([z.literal(''), money]),
    }),
  }),
});

export const setFreeShipping = endpoint('POST', '/api/creator/free-shipping-set', {
  access: 'creator',
  /** Empty: shipping always costs what the template states. */
  body: z.object({ amount: z.union([z.literal(''), moneyInput]) }),
  answer: z.object({
    free_shipping_set: z.object({ amount: z.union([z.literal(''), money]) }),
    position: z.number().int(),
  }),
});

export type ShippingTemplate = z.infer<typeof shippingTemplate>;
export type EditShippingTemplate = z.input<typeof editShippingTemplateBody>;
