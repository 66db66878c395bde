import { type Environment, endpointUrl, integer, readAll, requireAll } from './values.ts';

/** An account at Kuaidi100, which knows where parcels are (docs/operating.md, Parcels). */
export interface TrackingSettings {
  url: string;
  customer: string;
  /** Must not be shown. */
  key: string;
  /** Queries of all processes together. */
  perMinute: number;
  perDay: number;
}

/** Undefined without an account. */
export function trackingSettings(env: Environment): TrackingSettings | undefined {
  const account = requireAll(env, 'TRACKING_', ['TRACKING_CUSTOMER', 'TRACKING_KEY']);
  if (account === undefined) return undefined;
  const [customer, key] = account;
  return readAll<TrackingSettings>({
    url: () => endpointUrl(env, 'TRACKING_URL', 'https://poll.kuaidi100.com/poll/query.do'),
    customer: () => customer,
    key: () => key,
    perMinute: () => integer(env, 'TRACKING_PER_MINUTE', 60, 1, 6_000),
    perDay: () => integer(env, 'TRACKING_PER_DAY', 5_000, 1, 10_000_000),
  });
}
