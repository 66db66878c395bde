import type { z } from 'zod';
import type { placedOrder } from '../orders/contract/orders.ts';
import type { MadeRedeem, RedeemCodes, RedeemHistory, RedeemOffer } from '../redeem/contract.ts';
import type { TestApi, TestUser } from './test-api.ts';

type Wrong = { errors?: { field: string }[]; retry_after?: number };
type Placed = z.output<typeof placedOrder> & Wrong;

export type RedeemCalls = ReturnType<typeof redeemCalls>;

/** The calls about redeem codes: a creator makes them, fans use them. */
export const redeemCalls = (api: TestApi, creator: TestUser) => ({
  make: (body: object, key?: string, as = creator) =>
    api.post<MadeRedeem & Wrong>(
      '/api/creator/make-redeem',
      body,
      as,
      key === undefined ? {} : { 'idempotency-key': key },
    ),
  history: (query: Record<string, string | number> = {}, as = creator) =>
    api.get<RedeemHistory>('/api/creator/redeem-history', as, query),
  codes: (query: Record<string, string | number>, as = creator) =>
    api.get<RedeemCodes & Wrong>('/api/creator/redeem-codes', as, query),
  revoke: (body: object, as = creator) =>
    api.post<{ num: number; position: number } & Wrong>('/api/creator/revoke-redeem', body, as),
  info: (code: unknown, as: TestUser) => api.post<RedeemOffer & Wrong>('/api/user/redeem-info', { code }, as),
  offer: (redeem_id: string, as?: TestUser) =>
    api.get<RedeemOffer>('/api/user/redeem-offer', as, { redeem_id }),
  use: (body: object, as: TestUser, key?: string) =>
    api.post<Placed>('/api/user/use-redeem', body, as, key === undefined ? {} : { 'idempotency-key': key }),
});
