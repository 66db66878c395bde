import { z } from 'zod';
import type { EventOf } from './envelope.ts';
import { outTradeNo, planId, skuId, userId } from './ids.ts';
import { millis } from './time.ts';

/** Changes of one ticket after the payment of its order (docs/domain/tickets.md). */
export const ticketEvents = {
  TicketIssued: z.object({
    ticket_id: z.string(),
    out_trade_no: outTradeNo,
    creator_id: userId,
    /** Who bought it. */
    user_id: userId,
    plan_id: planId,
    plan_name: z.string(),
    sku_id: skuId,
    sku_name: z.string(),
    /** The round that it admits to; null: the event has no rounds. */
    round_id: z.string().nullable(),
    begin_time: millis.nullable(),
    /** The holder's identity record in the vault; null if the plan requires none. */
    holder_ref: z.string().nullable(),
  }),
  TicketCheckedIn: z.object({
    ticket_id: z.string(),
    /** Who checked the ticket in: the creator or a team member. */
    by: userId,
    /** The name of the check-in device; can be empty. */
    device: z.string(),
    /** Id of the scan, so that a device without an answer can repeat it; can be empty. */
    scan_id: z.string(),
    /** The device's time of an offline scan; null: scanned online. */
    scanned_at: millis.nullable(),
  }),
  /** The check-in was a mistake: the ticket can be used again. */
  TicketCheckInUndone: z.object({
    ticket_id: z.string(),
    /** Who undid it: the creator or a team member. */
    by: userId,
    /** The name of the device; can be empty. */
    device: z.string(),
  }),
  /** The buyer named another holder. Codes from before are refused. */
  TicketHolderChanged: z.object({
    ticket_id: z.string(),
    /** The new holder's identity record in the vault. */
    holder_ref: z.string(),
    /** Number of the ticket's code, from 1: changes of the holder and handovers. QR codes contain it. */
    revision: z.number().int().positive(),
    /** The new code of the ticket: twelve hexadecimal digits. */
    code: z.string(),
  }),
  /** Its order was handed over to another account. Codes from before are refused. */
  TicketHandedOver: z.object({
    ticket_id: z.string(),
    /** Whose it is from now on. */
    user_id: userId,
    /** As in `TicketHolderChanged`. */
    revision: z.number().int().positive(),
    code: z.string(),
  }),
  /** Its money was refunded: it is not admitted. */
  TicketVoided: z.object({ ticket_id: z.string(), reason: z.literal('refund'), refund_id: z.string() }),
};
export type TicketEvent = EventOf<typeof ticketEvents>;
