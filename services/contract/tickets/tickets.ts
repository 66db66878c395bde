import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import {
  asOf,
  id,
  line,
  list,
  minPosition,
  orderedPages,
  outTradeNo,
  paging,
  searchText,
  seconds,
  text,
  whole,
} from '#services/contract/fields/fields.ts';
import { asOfInput } from '../fields/as-of.ts';
import { documentType } from './documents.ts';
import { typedTicketCode } from './ticket-code.ts';

/** The code typed from a printed ticket. */
const ticketCode = z
  .string()
  .max(40)
  .transform((typed, context) => {
    const code = typedTicketCode(typed);
    if (code === undefined) context.addIssue({ code: 'custom', message: 'malformed' });
    return code ?? z.NEVER;
  });

const round = z.object({ round_id: id, begin_time: seconds.nullable() });

const ticket = z.object({
  id,
  /** How a person reads it out: `6B1F-0C0A-1B27`. */
  code: z.string(),
  out_trade_no: outTradeNo,
  /** The holder; empty if the event requires none. Masked (`张*`) except at the door. */
  name: z.string(),
  /** The document; empty without a holder. */
  id_type: z.union([documentType, z.literal('')]),
  /** Masked, `110***********1234`; whole only in the answer of a check-in. */
  id_card: z.string(),
  plan: z.object({ plan_id: id, name: z.string() }),
  sku: z.object({ sku_id: id, name: z.string() }),
  /** Null when the event has no rounds. */
  round: round.nullable(),
  /** valid 1, used 2, void 3 */
  status: z.number().int(),
  used_at: seconds.nullable(),
  /** Name of the person who checked the ticket in; empty before. */
  used_by: z.string(),
  device: z.string(),
  /** Of the last check-in that was undone, with the person's name. */
  undone_at: seconds.nullable(),
  undone_by: z.string(),
  /** Number of changes of the holder, and the last one. The buyer can change the holder until the door opens. */
  holder_changes: z.number().int(),
  holder_changed_at: seconds.nullable(),
  /** The QR code's text, see `ticket-token.ts`; empty for a void ticket. */
  token: z.string(),
});

const orderTickets = list(ticket).extend({
  /** The caller may check it in: the event's creator, or a team member. */
  at_door: z.boolean(),
});
export const listOrderTickets = endpoint('GET', '/api/order/tickets', {
  access: 'fan',
  /** `as_of`: the tickets as they were, with the time that their round had then */
  query: z.object({ out_trade_no: outTradeNo, min_position: minPosition, as_of: asOfInput }),
  answer: orderTickets,
  reads: ['tickets'],
});

const ownTicket = ticket.extend({
  /** Who holds the event */
  creator: z.object({ user_id: id, name: z.string() }),
});
export const listMyTickets = endpoint('GET', '/api/my/tickets', {
  access: 'fan',
  query: orderedPages({}),
  answer: list(ownTicket),
  reads: ['tickets'],
});

/** The ticket: its token, its order number and id, or the typed code. */
export const checkinInput = z
  .object({
    out_trade_no: outTradeNo.optional(),
    id: id.optional(),
    token: text(400, 1).optional(),
    code: ticketCode.optional(),
    /** The event and round of this door; other tickets are refused. */
    plan_id: id.optional(),
    round_id: id.optional(),
    /** The name of the device. */
    device: text(40).default(''),
    /** Id of the scan: a repetition gets the same answer. */
    scan_id: text(64).default(''),
    /** Unix seconds of an offline scan. */
    scanned_at: whole(0, 9_999_999_999).optional(),
  })
  .refine(
    ({ token, code, out_trade_no, id: ticket_id }) =>
      token !== undefined || code !== undefined || (out_trade_no !== undefined && ticket_id !== undefined),
    { path: ['token'], message: 'required' },
  );

const checkin = z.object({
  /** `admitted`: by this scan. `used`: by an earlier scan; `ticket` has its time and person. */
  outcome: z.enum(['admitted', 'used']),
  /** The holder's full name and number, to compare with the card. */
  ticket,
  position: z.number().int(),
});

const ticketKey = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() });
export const getTicketKey = endpoint('GET', '/api/ticket/public-key', {
  access: 'guest',
  answer: z.object({
    /** The newest version of tokens. */
    version: z.number().int(),
    algorithm: z.literal('Ed25519'),
    /** The newest key, which signs. */
    jwk: ticketKey,
    pem: z.string(),
    /** Tokens of each are genuine: the newest key, former ones, and one that will follow. */
    keys: z.array(ticketKey),
  }),
});

const checkInRound = z.object({
  /** Empty for tickets without a round. */
  round_id: z.string(),
  begin_time: seconds.nullable(),
  valid: z.number().int(),
  used: z.number().int(),
  void: z.number().int(),
});
const checkInEvent = z.object({
  creator: z.object({ user_id: id, name: z.string(), avatar: z.string() }),
  plan: z.object({ plan_id: id, name: z.string(), pic: z.string() }),
  /** The earliest first. */
  rounds: z.array(checkInRound),
});
const checksIn = { access: 'fan', changes: true, answer: checkin } as const;
export const checkInTicket = endpoint('POST', '/api/order/ticket-checkin', {
  ...checksIn,
  body: checkinInput,
});
export const checkInTicketByLink = endpoint('GET', '/api/order/ticket-checkin', {
  ...checksIn,
  query: checkinInput,
});
/** Undoes a check-in. `used_at` names it: a later check-in stays. A repetition gets the same answer. */
export const undoTicketCheckIn = endpoint('POST', '/api/order/ticket-undo-checkin', {
  access: 'fan',
  body: z.object({ out_trade_no: outTradeNo, id, used_at: seconds, device: text(40).default('') }),
  answer: z.object({ ticket, position: z.number().int() }),
});
export const listDoors = endpoint('GET', '/api/order/ticket-doors', {
  access: 'fan',
  query: z.object({ min_position: minPosition }),
  /** Every event that the caller can check tickets for. */
  answer: z.object({ list: z.array(checkInEvent), as_of: asOf }),
  reads: ['tickets', 'catalog'],
});

/** Another holder for a valid ticket: a saved record, or name and document. The ticket gets a new code and QR code. */
export const changeTicketHolder = endpoint('POST', '/api/order/ticket-change-holder', {
  access: 'fan',
  body: z
    .object({
      out_trade_no: outTradeNo,
      id,
      identity_id: id.optional(),
      name: line(60).default(''),
      /** Default: a resident identity card */
      id_type: documentType.optional(),
      id_card: text(40).default(''),
    })
    .transform(({ identity_id, name, id_type, id_card, ...named }) => ({
      ...named,
      holder: identity_id === undefined ? { name, id_type, id_card } : { identity_id },
    })),
  answer: z.object({ ticket, position: z.number().int() }),
});

/** Without `creator_id` the caller's own; another's only for a member of their team. */
const checkInFilter = {
  creator_id: id.optional(),
  plan_id: id.optional(),
  round_id: id.optional(),
  status: whole(1, 3).optional(),
};
export const listTickets = endpoint('GET', '/api/creator/ticket-list', {
  access: 'fan',
  query: z.object({
    ...checkInFilter,
    /**
     * Beginning of a ticket's code or of an order's number, from four characters on; or a holder's name, its beginning
     * or that of one of its words, from two characters on (one of a Chinese name). What finds nothing lists nothing.
     */
    search_q: searchText(80).default(''),
    ...paging,
  }),
  answer: list(ticket),
  reads: ['tickets'],
});
export const exportTickets = endpoint('GET', '/api/creator/ticket-export', {
  access: 'fan',
  query: z.object(checkInFilter),
  description: 'The same list as a CSV file (UTF-8). Times are in the business time zone.',
});

export type Ticket = z.infer<typeof ticket>;
export type OwnTicket = z.infer<typeof ownTicket>;
export type OrderTickets = z.infer<typeof orderTickets>;
export type Checkin = z.infer<typeof checkin>;
export type CheckinInput = z.input<typeof checkinInput>;
export type CheckInEvent = z.infer<typeof checkInEvent>;
export type CheckInRound = z.infer<typeof checkInRound>;
