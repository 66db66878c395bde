import type { DeliveryState } from '#events/order.ts';
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
  /** All that is known of a parcel by now, oldest first; nothing for one it does not know. Throws when it cannot be asked. */
  track(parcel: Parcel): Promise<readonly TrackingStep[]>;
}
