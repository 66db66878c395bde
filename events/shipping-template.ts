import type { UserId } from './ids.ts';
import type { Fen } from './money.ts';

/** What sending costs to some provinces: so much for the first item, so much for each further one. */
export interface ShippingRule {
  /** Six-digit codes of mainland provinces; each stands in one rule of a template at most. */
  provinces: string[];
  first_fee: Fen;
  next_fee: Fen;
}

/** A creator's table of what sending costs. A province in no rule is not delivered to. */
export type ShippingTemplateEvent =
  /** Made or changed: always the whole table. */
  | {
      type: 'ShippingTemplateSaved';
      data: { template_id: string; creator_id: UserId; name: string; rules: ShippingRule[] };
    }
  | { type: 'ShippingTemplateDeleted'; data: { template_id: string; creator_id: UserId } };
