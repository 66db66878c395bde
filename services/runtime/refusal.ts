import type { CartOrderNo, OutTradeNo } from '#events/ids.ts';

/** A refusal is a value. The API adds code and sentence in the caller's language (services/api/http/refusal-text.ts). */
export interface FieldError {
  /** Path of the field in the request, as `sku.0.count`. */
  field: string;
  /** Key of the sentence, with its values. */
  message: FieldMessage;
}

export type FieldMessage =
  | { key: 'required' }
  | { key: 'payee_held'; hours: string }
  | { key: 'unknown' }
  | { key: 'out_of_range'; min: string; max: string }
  | { key: 'below_minimum' | 'picture_too_small'; min: string }
  | { key: 'repeated' }
  | { key: 'not_on_sale' }
  | { key: 'round_begun' }
  | { key: 'sold_out' | 'nothing_left' | 'nothing_to_refund' }
  | { key: 'disputed' | 'no_provider' }
  | { key: 'limit_reached' }
  | { key: 'downgrade' }
  | { key: 'own_offer' }
  | { key: 'one_membership' | 'plan_follows' | 'ends_too_late' }
  | { key: 'already_taken' }
  | { key: 'already_ordered' }
  | { key: 'too_many_unpaid' }
  | { key: 'fixed' }
  | { key: 'malformed' }
  | { key: 'second_person' }
  | { key: 'account_rejected' }
  | { key: 'party_of_order' | 'account_closed' | 'has_membership' | 'membership_over' | 'renewal_open' }
  | { key: 'names_a_number' | 'last_admin' }
  | { key: 'no_method' }
  | {
      key:
        | 'region'
        | 'receiver_name'
        | 'receiver_phone'
        | 'receiver_address'
        | 'receiver_lines'
        | 'postal_code';
    }
  | { key: 'holder_name' | 'resident_id' | 'passport_number' | 'permit_number' | 'already_kept' }
  | { key: 'too_many_kept'; max: string }
  | { key: 'valid_tickets'; count: string }
  | { key: 'too_many_pictures'; max: string }
  | { key: 'too_many'; max: string }
  | { key: 'no_option' | 'account_too_new' }
  | { key: 'too_large' | 'too_big'; max: string }
  | { key: 'file_too_big' | 'storage_full' | 'too_many_uploads'; max: string }
  | {
      key:
        | 'not_an_image'
        | 'not_audio'
        | 'not_video'
        | 'not_attachment'
        | 'not_captions'
        | 'not_smaller'
        | 'not_arrived';
    }
  | { key: 'index_last' | 'video_codec' | 'audio_codec' | 'no_length' | 'not_prepared' }
  | { key: 'wrong_length'; bytes: string }
  | { key: 'too_deep' | 'too_many_images' | 'too_many_inserts'; max: string }
  | { key: 'not_a_link' | 'one_paywall' }
  | { key: 'too_much_text'; max: string }
  | { key: 'verified_only' | 'abroad_only' }
  | { key: 'not_granted' | 'no_renewals' | 'no_renewing_provider' }
  | { key: 'renewal_price'; price: string }
  | { key: 'ends_before_begin' | 'bar_too_long' }
  | { key: 'not_below'; price: string }
  | { key: 'in_the_past' | 'too_late' }
  | { key: 'in_use' }
  | { key: 'open_to_all' | 'for_members' }
  | { key: 'not_delivered' }
  /** `country`: its code, which the sentence names in the caller's language. */
  | { key: 'not_delivered_abroad'; country: string }
  | { key: 'no_address' }
  | { key: 'address_changed' }
  | { key: 'shipping_costs_more' };

export type Refusal =
  | { code: 'bad_input'; errors: FieldError[] }
  /** `amounts`: those that its sentence names, as on the wire. */
  | { code: RefusalCode; errors?: FieldError[]; amounts?: Readonly<Record<string, string>> }
  /** The price changed between prepare and create; with the new total as on the wire. */
  | { code: 'price_changed'; total_amount: string }
  /** The fan has this unpaid order for the same items. */
  | { code: 'open_order_exists'; out_trade_no: OutTradeNo }
  /** The fan paid for the same items within the last minute. */
  | { code: 'bought_just_now'; paid_order: OutTradeNo }
  /** Another window has saved the draft: its version, body and time (Unix seconds). */
  | { code: 'draft_changed'; version: number; body: object; saved_at: number }
  /** Cart entries were bought with this earlier order. */
  | { code: 'already_ordered'; cart_order_no: CartOrderNo; errors: FieldError[] };

type RefusalCode =
  | 'no_goal'
  | 'not_allowed'
  | 'withdraw_hidden'
  | 'rejected'
  | 'not_found'
  | 'draft_gone'
  | 'idempotency_key_reused'
  | 'state_does_not_allow'
  | 'out_of_stock'
  | 'purchase_limit_reached'
  | 'too_many_unpaid_orders'
  | 'too_many_unpaid_units'
  | 'downgrade_unsupported'
  | 'plan_deleted'
  | 'post_deleted'
  | 'balance_too_small'
  | 'payout_not_covered'
  | 'no_payouts'
  | 'redeem_code_used'
  | 'redeem_code_unknown'
  | 'ticket_unpaid'
  | 'ticket_void'
  | 'ticket_replaced'
  | 'ticket_door_open'
  | 'ticket_holder_fixed'
  | 'remark_fixed'
  | 'ticket_other_event'
  | 'order_closed'
  | 'quota_reached'
  | 'upload_expired'
  | 'upload_forged'
  | 'too_many_puts'
  | 'overloaded';

/** A range that holds nothing, as from 1 to 0 of what is gone, is named as what it means. */
const possible = (message: FieldMessage): FieldMessage =>
  message.key === 'out_of_range' && Number(message.max) < Number(message.min)
    ? { key: 'nothing_left' }
    : message;

export const badInput = (field: string, message: FieldMessage): Refusal => ({
  code: 'bad_input',
  errors: [{ field, message: possible(message) }],
});

/** The quota of a kind of records is full; without a field it applies to the whole form. */
export const quotaReached = (max: number, field = ''): Refusal => ({
  code: 'quota_reached',
  errors: [{ field, message: { key: 'too_many_kept', max: String(max) } }],
});

/** Distinguishes a refusal from a rule's result. */
export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'code' in value;
