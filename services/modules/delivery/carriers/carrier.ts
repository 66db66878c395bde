import type { DeliveryState } from '#events/orders.ts';
import type { Millis } from '#events/time.ts';

/** Who gets a parcel, as a carrier may ask for it. */
export interface Recipient {
  /** The vault's entry. */
  address_ref: string;
  /** The last four digits of the phone. */
  phone_digits: string;
}

/** A parcel as its sender handed it over. */
export interface Parcel {
  /** One of `companies`. */
  company_id: string;
  express_no: string;
  /** When the sender named it. */
  shipped_at: Millis;
  /** Undefined when the address was erased. Read only for companies that need it. */
  recipient(): Promise<Recipient | undefined>;
}

/** One state of a parcel, reported by a carrier. */
export interface TrackingStep {
  state: DeliveryState;
  at: Millis;
}

export interface Tracked {
  /** All known steps, oldest first; none for an unknown parcel. */
  steps: readonly TrackingStep[];
  /** Milliseconds before which another query has no answer; 0: no limit. */
  wait: Millis;
}

/** Who knows where parcels are. */
export interface Carrier {
  /** Throws when the carrier is unreachable. */
  track(parcel: Parcel): Promise<Tracked>;
}
