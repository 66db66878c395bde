import type { Pool } from 'pg';
import type { Clock } from '#services/runtime/clock.ts';
import type { TrackingSettings } from '#services/runtime/settings/tracking.ts';
import type { Carrier } from './carrier.ts';
import { kuaidi100Carrier } from './kuaidi100/carrier.ts';
import { kuaidi100 } from './kuaidi100/query.ts';
import { sandboxCarrier } from './sandbox/carrier.ts';

/** No carrier: parcels keep their first state. */
const nobody: Carrier = { track: async () => ({ steps: [], wait: 0 }) };

interface CarrierParts {
  config: { sandbox: boolean; tracking?: TrackingSettings | undefined };
  pool: Pool;
  clock: Clock;
  /** Queries without an answer. */
  onError(error: unknown): void;
}

/** The sandbox's carrier; outside of it the configured tracking service, or nobody. */
export function openCarrier({ config: { sandbox, tracking }, pool, clock, onError }: CarrierParts): Carrier {
  if (sandbox) return sandboxCarrier(clock);
  if (tracking === undefined) return nobody;
  return kuaidi100Carrier({ service: kuaidi100(tracking), limits: tracking, pool, clock, onError });
}
