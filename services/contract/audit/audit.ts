import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import {
  businessMonth,
  id,
  newestPages,
  outTradeNo,
  seconds,
  whole,
} from '#services/contract/fields/fields.ts';
import { asOfInput } from '../fields/as-of.ts';
import { settlementParams } from '../income/settlements.ts';
import { logProof, seal } from './logged-event.ts';
import { proofFile } from './proof-file.ts';

export const getAuditKey = endpoint('GET', '/api/audit/public-key', {
  access: 'guest',
  answer: z.object({
    /** Ed25519, SPKI, PEM: the newest key, then those of earlier seals */
    public_key: z.string(),
  }),
});

export const sealsAnswer = z.object({
  list: z.array(seal.extend({ time: seconds })),
  has_more: z.boolean(),
  total_count: z.number().int(),
  /** Last sealed position, and head of the log, now or as of the position */
  sealed_through: z.number().int(),
  head: z.number().int(),
});
export const getSeals = endpoint('GET', '/api/finance/audit/seals', {
  access: 'finance',
  /** For a past position: the seals over the log up to it, made at any time. */
  query: z.object({ ...newestPages, as_of: asOfInput }),
  answer: sealsAnswer,
});

export const getEventProof = endpoint('GET', '/api/finance/audit/proof', {
  access: 'finance',
  query: z.object({ position: whole(1, Number.MAX_SAFE_INTEGER) }),
  /** null while the event waits for its seal, a minute at most */
  answer: z.object({ proof: logProof.nullable(), public_key: z.string() }),
});

const orderProofQuery = z.object({ out_trade_no: outTradeNo });
/** A proof that order, payment and refunds are in the log. New events wait for their seal, a minute at most. */
const orderProofAnswer = z.object({
  file: proofFile,
  /** Events that are not sealed yet, and are not in the file */
  waiting: z.number().int(),
  public_key: z.string(),
});
export const getFinanceOrderProof = endpoint('GET', '/api/finance/audit/order-proof', {
  access: 'finance',
  limit: 'print',
  query: orderProofQuery,
  answer: orderProofAnswer,
});
export const getOrderProof = endpoint('GET', '/api/order/proof', {
  access: 'fan',
  limit: 'print',
  query: orderProofQuery,
  answer: orderProofAnswer,
});

const settlementFile =
  'The settlement with its proof and every line that its hash covers, as a file (JSON, `fanwatt-proof-1`).';
export const getMySettlementProof = endpoint('GET', '/api/my/settlement-proof', {
  access: 'creator',
  limit: 'print',
  query: z.object({ month: businessMonth }),
  description: settlementFile,
});

export const getSettlementProof = endpoint('GET', '/api/finance/settlements/:month/:user_id/proof', {
  access: 'finance',
  limit: 'print',
  params: settlementParams,
  description: settlementFile,
});

/** The first difference from a seal: an event, a seal, or stored evidence. */
const fault = z.enum([
  'event_differs',
  'event_missing',
  'signature_wrong',
  'chain_broken',
  'hashes_differ',
  'log_cut',
]);
const verification = z.object({
  number: z.number().int(),
  asked_by: z.object({ user_id: id, name: z.string() }),
  started_at: seconds,
  /** null while it runs */
  finished_at: seconds.nullable(),
  /** `broken_off`: it ended without a verdict */
  state: z.enum(['running', 'intact', 'differs', 'broken_off']),
  /** Position reached, out of the last sealed position at the start (`head`) */
  position: z.number().int(),
  head: z.number().int(),
  /** Verified seals and events; null unless `intact` */
  intact: z.object({ seals: z.number().int(), events: z.number().int() }).nullable(),
  /** null unless `differs` */
  differs: z.object({ position: z.number().int(), seal: z.number().int(), what: fault }).nullable(),
});
/** The newest one; null before the first. */
const verificationAnswer = z.object({ verification: verification.nullable() });
export const getVerification = endpoint('GET', '/api/finance/audit/verification', {
  access: 'finance',
  answer: verificationAnswer,
});
export const startVerification = endpoint('POST', '/api/finance/audit/verify', {
  access: 'finance',
  body: z.object({}),
  answer: verificationAnswer,
  description:
    'Recomputes every seal of the log in a separate process. If a verification is running, it is returned.',
});

export type Verification = z.infer<typeof verification>;
