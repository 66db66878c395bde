import type { DeliveryState } from '#events/orders.ts';
import type { Millis } from '#events/time.ts';

/** A parcel as its sender handed it over. */
export interface Parcel {
  /** One of `companies`. */
  company_id: string;
  express_no: string;
  /** When the sender named it. */
  shipped_at: Millis;
}

/** One state of a parcel, reported by a carrier. */
interface TrackingStep {
  state: DeliveryState;
  at: Millis;
}

/** Who knows where parcels are. */
export interface Carrier {
  /** The parcel's known steps, oldest first; empty for an unknown one. Throws when the carrier is unreachable. */
  track(parcel: Parcel): Promise<readonly TrackingStep[]>;
}
