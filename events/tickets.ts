import type { OutTradeNo, PlanId, SkuId, UserId } from './ids.ts';
import type { Millis } from './time.ts';

/** Changes of one ticket after the payment of its order (docs/domain/tickets.md). */
export type TicketEvent =
  | {
      type: 'TicketIssued';
      data: {
        ticket_id: string;
        out_trade_no: OutTradeNo;
        creator_id: UserId;
        /** Who bought it. */
        user_id: UserId;
        plan_id: PlanId;
        plan_name: string;
        sku_id: SkuId;
        sku_name: string;
        /** The round that it admits to; null: the event has no rounds. */
        round_id: string | null;
        begin_time: Millis | null;
        /** The holder's identity record in the vault; null if the plan requires none. */
        holder_ref: string | null;
      };
    }
  | {
      type: 'TicketCheckedIn';
      data: {
        ticket_id: string;
        /** Who checked the ticket in: the creator or a team member. */
        by: UserId;
        /** The name of the check-in device; can be empty. */
        device: string;
        /** Id of the scan, so that a device without an answer can repeat it; can be empty. */
        scan_id: string;
        /** The device's time of an offline scan; null: scanned online. */
        scanned_at: Millis | null;
      };
    }
  /** Its money was refunded: it is not admitted. */
  | { type: 'TicketVoided'; data: { ticket_id: string; reason: 'refund'; refund_id: string } };
