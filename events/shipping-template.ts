import type { UserId } from './ids.ts';
import type { Fen } from './money.ts';

/** The shipping cost for some provinces: a price for the first item and for each further one. */
export interface ShippingRule {
  /** Six-digit codes of mainland provinces; each appears in at most one rule of a template. */
  provinces: string[];
  first_fee: Fen;
  next_fee: Fen;
}

/** A creator's table of shipping costs. A province in no rule is not delivered to. */
export type ShippingTemplateEvent =
  /** Made or changed: always the whole table. */
  | {
      type: 'ShippingTemplateSaved';
      data: { template_id: string; creator_id: UserId; name: string; rules: ShippingRule[] };
    }
  | { type: 'ShippingTemplateDeleted'; data: { template_id: string; creator_id: UserId } };
