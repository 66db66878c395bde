import {
  findRedeemOffer,
  getRedeemOffer,
  listRedeemBatches,
  listRedeemCodes,
  makeRedeemCodes,
  revokeRedeemCodes,
  useRedeemCode,
} from '#services/contract/redeem/calls.ts';
import type { TestApi, TestUser } from './test-api.ts';

export type RedeemCalls = ReturnType<typeof redeemCalls>;

/** The calls about redeem codes: a creator makes them, fans use them. */
export const redeemCalls = (api: TestApi, creator: TestUser) => ({
  make: (body: object, key?: string, as = creator) =>
    api.send(makeRedeemCodes, body, as, key === undefined ? {} : { 'idempotency-key': key }),
  history: (query: Record<string, string | number> = {}, as = creator) =>
    api.call(listRedeemBatches, query, as),
  codes: (query: Record<string, string | number>, as = creator) => api.send(listRedeemCodes, query, as),
  revoke: (body: object, as = creator) => api.call(revokeRedeemCodes, body, as),
  info: (code: unknown, as: TestUser) => api.send(findRedeemOffer, { code }, as),
  offer: (redeem_id: string, as?: TestUser) => api.call(getRedeemOffer, { redeem_id }, as),
  use: (body: object, as: TestUser, key?: string) =>
    api.send(useRedeemCode, body, as, key === undefined ? {} : { 'idempotency-key': key }),
});
