import type { OutTradeNo, PlanId, SkuId, UserId } from './ids.ts';
import type { Millis } from './time.ts';

/** What can happen to one ticket, from the payment of its order on (docs/domain.md, Tickets). */
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
        /** The session that it admits to; null: the event has no sessions. */
        round_id: string | null;
        begin_time: Millis | null;
        /** The holder's identity record in the vault; null when the plan asks for none. */
        holder_ref: string | null;
      };
    }
  | {
      type: 'TicketCheckedIn';
      data: {
        ticket_id: string;
        /** Who stood at the door: the creator, or a member of the team. */
        by: UserId;
        /** What the door calls its device; empty when it has no name. */
        device: string;
        /** Names the scan, so that a door that got no answer can ask again; empty when it gave none. */
        scan_id: string;
        /** The device's time of a scan that waited for a connection; null: scanned when it was written. */
        scanned_at: Millis | null;
      };
    }
  /** Its money went back: it admits nobody any more. */
  | { type: 'TicketVoided'; data: { ticket_id: string; reason: 'refund'; refund_id: string } };
