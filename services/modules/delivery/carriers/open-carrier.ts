import type { Clock } from '#services/runtime/clock.ts';
import type { Carrier } from './carrier.ts';
import { sandboxCarrier } from './sandbox/carrier.ts';

/** No carrier: parcels keep their first state. */
const nobody: Carrier = { track: async () => [] };

/** The sandbox's carrier; outside of it there is none in this version. */
export const openCarrier = ({ sandbox, clock }: { sandbox: boolean; clock: Clock }): Carrier =>
  sandbox ? sandboxCarrier(clock) : nobody;
