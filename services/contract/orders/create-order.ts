import { z } from 'zod';
import { id, line, moneyInput, termsVersion, text, whole } from '#services/contract/fields/fields.ts';
import { documentType } from '#services/contract/tickets/documents.ts';

/** Lines of an order by request; more are refused. */
const MAX_LINES = 100;

/** SKUs as JSON array, or as the JSON text that checkout links carry. */
export const skuLines = z.preprocess(
  (value) => {
    if (typeof value !== 'string') return value;
    try {
      return JSON.parse(value);
    } catch {
      return value;
    }
  },
  z.array(z.object({ sku_id: id, count: z.number().int().min(1).max(10_000) })).max(MAX_LINES),
);

/** `viokrz_ex` of checkout links. The specification does not say what it means: it is taken, and nothing keeps it. */
const viokrzEx = z.union([text(64), z.number(), z.boolean()]).optional();

const choice = {
  plan_id: id.optional(),
  product_type: whole(0, 4).optional(),
  /** Months of a sponsorship; for an upgrade without effect */
  month: whole(1, 36).optional(),
  /** Months of the dearer plan in addition to an upgrade, from the end of the present one; default: none */
  further_months: whole(0, 36).optional(),
  /** The plan begins when the membership of another plan ends, which can then be a dearer one */
  begin_at_end: z.boolean().optional(),
  /** For a bundle: the contents of one; optional for a bundle of all. */
  sku: skuLines.optional(),
  /** Number of bundles; default: one */
  bundle_count: whole(1, 1_000).optional(),
  invite_code: text(40).optional(),
  /** A saved address that it is sent to */
  address_id: id.optional(),
  /** Province of delivery, or the two letters of another country, for the shipping fee; not needed with an address */
  province: text(12).optional(),
  /** Pays for the order; the code determines the plan, which can be omitted */
  redeem_code: text(60, 1).optional(),
  /** Affiliate code; an invalid one is ignored, and the price never depends on it */
  affiliate_code: text(60).optional(),
  /** Instead of a plan: an amount for this creator, from 5.00 */
  user_id: id.optional(),
  custom_price: moneyInput.optional(),
  viokrz_ex: viokrzEx,
};

/** Tickets that one order may have. */
const MAX_TICKETS = 100;

/**
 * The holder of a ticket: a saved record, or data in the request. Without a SKU it applies to the next unit without a
 * holder.
 */
const orderedTicket = z
  .object({
    sku_id: id.optional(),
    identity_id: id.optional(),
    name: line(60).default(''),
    /** Default: a resident identity card */
    id_type: documentType.optional(),
    id_card: text(40).default(''),
  })
  .transform(({ sku_id, identity_id, name, id_type, id_card }) => ({
    sku_id,
    holder: identity_id === undefined ? { name, id_type, id_card } : { identity_id },
  }));
export const orderedTickets = z.array(orderedTicket).max(MAX_TICKETS).default([]);

export const prepareOrderBody = z.object(choice);
export const createOrderBody = z.object({
  ...choice,
  tickets: orderedTickets,
  remark: text(500).default(''),
  /** 3: by redeem code (commerce specification 3) */
  /** The payment type; default: the first that this installation has (`all_py_types`) */
  py_type: text(20).optional(),
  custom_order_id: text(80).default(''),
  /** The fan agrees that the membership is renewed at this amount, as `prepare` answers it; otherwise omitted */
  agreement_amount: moneyInput.optional(),
  /** Refuses (ec 40902, with its `out_trade_no`) where the fan has an unpaid order for the same */
  unless_open: z.boolean().optional(),
  /** Refuses (ec 40902, with its number as `paid_order`) where the fan paid for the same within the last minute */
  unless_bought: z.boolean().optional(),
  /** The post at whose unlock panel it was begun; one that is not the seller's is ignored */
  post_id: id.optional(),
  /** The version of the texts that the fan agreed to, as `init/config` has it; another one is refused (40902) */
  terms_version: termsVersion.optional(),
  client_order_key: text(100, 1).optional(),
  /** The total that the fan was shown; another price now is refused with the new one (40902). */
  total_amount: moneyInput.optional(),
});

export type CreateOrder = z.input<typeof createOrderBody>;
export type PrepareOrder = z.input<typeof prepareOrderBody>;
