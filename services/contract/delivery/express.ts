import { z } from 'zod';
import { EXPRESS_STATUS } from '#events/status.ts';
import { endpoint } from '#services/contract/endpoint.ts';
import { code, id, outTradeNo, seconds, text } from '#services/contract/fields/fields.ts';
import { addressInput } from './address-input.ts';

/** One order, or all that were paid together as far as they concern the caller: exactly one of the two. */
const whichOrders = { out_trade_no: outTradeNo.optional(), cart_order_no: id.optional() };
const namesOne = (value: { out_trade_no?: string | undefined; cart_order_no?: string | undefined }) =>
  (value.out_trade_no === undefined) !== (value.cart_order_no === undefined);
const oneOfTwo = { message: 'required', path: ['out_trade_no'] };

/** Characters of a number as it is typed, with blanks. */
const MAX_TYPED = 400;

/** A parcel's number in one form: half-width, without blanks, in upper case. */
export const expressNo = z
  .string()
  .max(MAX_TYPED)
  .transform((value) => value.normalize('NFKC').replace(/\s/g, '').toUpperCase())
  .pipe(
    z
      .string()
      .min(1)
      .max(40)
      .regex(/^[0-9A-Z-]{5,40}$/),
  );

export const updateExpress = endpoint('POST', '/api/order/update-express', {
  access: 'creator',
  right: 'orders',
  body: z.object({ ...whichOrders, express: text(40, 1), express_no: expressNo }).refine(namesOne, oneOfTwo),
  answer: z.object({
    out_trade_nos: z.array(outTradeNo),
    /** False: they were sent in this parcel already */
    changed: z.boolean(),
    position: z.number().int(),
  }),
});

/** The result of a line; the first two are successful. */
const lineResult = z.enum([
  'shipped',
  /** It was in this parcel already. */
  'unchanged',
  'unknown_order',
  /** The order is on an earlier line, which counts. */
  'doubled_line',
  'unknown_company',
  'bad_number',
  /** A spreadsheet has made 2.17E+26 of it. */
  'shortened_number',
  'no_address',
  /** No shipping is due: not paid, refunded, or signed for. */
  'wrong_state',
  /** Its cells are missing, or its quotes do not close. */
  'unreadable',
]);
const reportedLine = z.object({
  line: z.number().int(),
  out_trade_no: z.string(),
  company: z.string(),
  express_no: z.string(),
  result: lineResult,
});
const batchReport = z.object({
  shipped: z.number().int(),
  unchanged: z.number().int(),
  failed: z.number().int(),
  /** Every line, in the order of the file. */
  list: z.array(reportedLine),
  position: z.number().int(),
});
export const uploadExpressNumbers = endpoint('POST', '/api/order/batch-upload-express-no', {
  access: 'creator',
  right: 'orders',
  limit: 'upload',
  /** The CSV as text, unless it comes as the file `file` of a form. */
  body: z.object({ text: z.string().max(1_048_576) }).nullish(),
  answer: batchReport,
  largest_file: 1_048_576,
});

export const listExpressCompanies = endpoint('GET', '/api/order/express-company-list', {
  access: 'guest',
  answer: z.object({
    list: z.array(z.object({ company_id: z.string(), name: z.string() })),
  }),
});

/** Either a saved address, or one that is written down for these orders only. */
export const updateAddressBody = z
  .object({
    ...whichOrders,
    user_address_id: id.optional(),
    addr_name: z.unknown().optional(),
    addr_phone: z.unknown().optional(),
    addr_address: z.unknown().optional(),
    province: z.unknown().optional(),
    city: z.unknown().optional(),
    area: z.unknown().optional(),
    street: z.unknown().optional(),
    country: z.unknown().optional(),
    city_name: z.unknown().optional(),
    region_name: z.unknown().optional(),
    postal_code: z.unknown().optional(),
  })
  .refine(namesOne, oneOfTwo)
  .transform(({ out_trade_no, cart_order_no, user_address_id, ...written }, context) => {
    const which = { out_trade_no, cart_order_no };
    if (user_address_id !== undefined) return { ...which, saved: user_address_id, written: null };
    const address = addressInput.safeParse(written);
    if (address.success) return { ...which, saved: '', written: address.data };
    for (const issue of address.error.issues) context.addIssue({ ...issue });
    return z.NEVER;
  });
export const updateOrderAddress = endpoint('POST', '/api/order/update-address', {
  access: 'fan',
  body: updateAddressBody,
  answer: z.object({
    out_trade_nos: z.array(outTradeNo),
    changed: z.boolean(),
    position: z.number().int(),
  }),
});

/**
 * Fan and creator need only the order. Others name the parcel and the recipient's phone, whole or by its last four
 * digits.
 */
const progressQuery = z
  .object({
    ...whichOrders,
    number: text(60).default(''),
    mobile: text(30).default(''),
    /** Carried by links for their own sake. */
    express_name: text(60).default(''),
  })
  .refine(namesOne, oneOfTwo);

export const sentToAddress = z.object({
  name: z.string(),
  phone: z.string(),
  /** In one line, from the province on; outside the mainland with the country. */
  address: z.string(),
  /** ISO 3166-1, two letters; `CN` is mainland China. */
  country: z.string(),
  /** It can be changed until this is 1. */
  updated_times: z.number().int(),
});

export const deliveryState = z.enum([
  'processing',
  'soliciting',
  'on_the_way',
  'transfer_orders',
  'pending_customs_clearance',
  'clearance_in_progress',
  'cleared',
  'in_delivery',
  'delivery_failed',
  'signed',
  'returned',
]);
const progress = z.object({
  out_trade_no: outTradeNo,
  /** 8: waits for its address or to be sent; 9: sent (commerce specification 9) */
  express_status: code(EXPRESS_STATUS),
  /** Empty, like the number, while it was not sent. */
  company_id: z.string(),
  company_name: z.string(),
  express_no: z.string(),
  state: deliveryState.nullable(),
  /** Newest first. */
  list: z.array(z.object({ state: deliveryState, time: seconds })),
  /** What the tracking service last answered; null while it was not asked, and without one. */
  news: z
    .object({
      /** In the company's own words, newest first. */
      lines: z.array(z.object({ text: z.string(), time: seconds })),
      /** The last query had no usable answer; the lines are those of an earlier one. */
      failed: z.boolean(),
      /** Where the company itself answers. */
      company_page: z.string(),
    })
    .nullable(),
  /** The address, for fan and creator; null if missing, and for others. */
  address: sentToAddress.nullable(),
  /** The caller can set or change the address. */
  may_set_address: z.boolean(),
});
export const getExpressProgress = endpoint('GET', '/api/order/query-express-progress', {
  access: 'guest',
  limit: 'guess',
  query: progressQuery,
  answer: progress,
  reads: ['orders'],
});

export type LineResult = z.infer<typeof lineResult>;
export type BatchReport = z.infer<typeof batchReport>;
export type DeliveryStateName = z.infer<typeof deliveryState>;
export type Progress = z.infer<typeof progress>;
