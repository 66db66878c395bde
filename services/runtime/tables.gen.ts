// Made from the migrations by ops/database-types.test.ts.
import type { Generated } from 'kysely';
import type { CartOrderNo, PlanId, UserId } from '#events/ids.ts';

export interface Tables {
  'accounts.addresses': { address_id: string; user_id: UserId; vault_ref: string; province: string; is_default: boolean; created_at: number; updated_at: number; uses: Generated<number> };
  'accounts.attempts': { subject: Buffer; window_start: number; count: number; day_start: Generated<number>; day_count: Generated<number> };
  'accounts.bank_drafts': { user_id: UserId; vault_ref: string; created_at: number };
  'accounts.bank_reviews': { vault_ref: string; user_id: UserId; reviewed_by: string; approved: boolean; remark: Generated<string>; reviewed_at: number };
  'accounts.certifications': { user_id: UserId; url_ref: string | null; status: number; submitted_at: number; decided_at: number | null };
  'accounts.creators': { user_id: UserId; status: Generated<number>; doing: Generated<string>; category_id: Generated<string>; type: Generated<number>; detail: Generated<string>; watermark: Generated<number>; theme_color: Generated<string>; created_at: number; limit_show_product_count: Generated<number> };
  'accounts.holder_names': { ref: string; name_index: Buffer };
  'accounts.identities': { identity_id: string; user_id: UserId; vault_ref: string; number_index: Buffer; created_at: number; updated_at: number; uses: Generated<number> };
  'accounts.identity_documents': { file_id: string; user_id: UserId; side: string; vault_ref: string; payee_ref: string | null; created_at: number };
  'accounts.logins': { account_index: Buffer; user_id: UserId; kind: string; vault_ref: string };
  'accounts.overlays': { creator_id: UserId; generation: Generated<number>; style: unknown | null };
  'accounts.passwords': { user_id: UserId; argon2id: string; changed_at: number };
  'accounts.person_keys': { user_id: UserId; wrapped: Buffer };
  'accounts.pictures': { user_id: UserId; name: string; uploaded_at: number };
  'accounts.reset_tokens': { token_hash: string; user_id: UserId; expires_at: number };
  'accounts.rights_taken': { user_id: UserId; name: string; taken_at: number };
  'accounts.roles': { user_id: UserId; role: string; granted_at: number };
  'accounts.sessions': { sid: string; user_id: UserId; created_at: number; expires_at: number };
  'accounts.staff_reads': { id: Generated<number>; staff_id: string; ref: string; reason: string; at: number };
  'accounts.team_members': { creator_id: UserId; user_id: UserId; member_name: string; created_at: number };
  'accounts.users': { id: UserId; name: string; avatar: Generated<string>; cover: Generated<string>; url_slug: Generated<string>; status: Generated<number>; is_verified: Generated<number>; language: Generated<string>; imported_by: string | null; name_ref: string | null; name_index: Buffer | null; created_at: number; shown_as_supporter: Generated<boolean> };
  'accounts.vault': { ref: string; user_id: UserId; kind: string; sealed: Buffer };
  'accounts.verify_codes': { account_index: Buffer; scene: string; code_hash: Buffer | null; tries_left: number; sent_at: number; expires_at: number };
  'accounts.withdraw_defaults': { user_id: UserId; withdraw_type: number };
  'accounts.withdraw_methods': { user_id: UserId; kind: string; vault_ref: string; status: number; remark: Generated<string>; used: Generated<boolean>; updated_at: number };
  'audit.seals': { number: number; first_position: number; last_position: number; root: Buffer; previous: Buffer; sealed_at: number; signature: Buffer; leaves: Buffer };
  'audit.verifications': { number: Generated<number>; asked_by: string; started_at: number; head: number; position: Generated<number>; finished_at: number | null; verdict: unknown | null; heard_at: Generated<Date> };
  'cart.entries': { cart_id: string; user_id: UserId; creator_id: UserId; plan_id: PlanId; choice_key: string; choice: unknown; remark_ref: string | null; picked: boolean; ordering: CartOrderNo | null; created_at: number; revision: Generated<number> };
  'commerce.reply_lines': { fill_id: string; place: number; sealed: Buffer };
  'commerce.snapshots': { stream: string; shape: number; version: number; position: number; state: unknown };
  'payments.notices': { notice_key: string; provider: string; notice_id: string | null; charge_id: string | null; verdict: string; reason: Generated<string>; body_sha256: string; received_at: number; copies: Generated<number> };
  'runtime.clock': { only_row: Generated<boolean>; offset_ms: Generated<number> };
  'runtime.heartbeats': { process: string; instance: string; beat_at: Generated<Date>; figures: unknown };
  'runtime.marks': { name: string; at: Generated<Date> };
  'runtime.outbox': { id: Generated<number>; message_key: string | null; to_index: Buffer; to_user: string | null; template: string; language: string; sealed: Buffer | null; created_at: number; sealed_to: Buffer | null; expires_at: number | null; due_at: number | null; attempts: Generated<number>; delivered_at: number | null; failed_at: number | null; failure: Generated<string> };
  'runtime.process_checkpoints': { name: string; position: number };
  'runtime.set_aside': { process: string; position: number; type: string; error: string; at: Generated<Date> };
  'runtime.timers': { process: string; key: string; due_at: number; attempts: Generated<number>; data: unknown };
  'sandbox.charges': { charge_id: string; out_trade_no: string; amount: number; currency: string; status: Generated<string>; created_at: number; expires_at: number; paid_at: number | null; refunded: Generated<number> };
  'sandbox.endpoint': { only_one: Generated<boolean>; base_url: string };
  'sandbox.notices': { notice_id: string; copy: number; charge_id: string; outcome: string; occurred_at: number; due_at: number; attempts: Generated<number>; acknowledged_at: number | null; last_error: string | null };
  'sandbox.payouts': { payout_id: string; provider_reference: string; user_id: UserId; withdrawal_id: string; kind: string; amount: number; status: string; cause: Generated<string>; settles_at: number; created_at: number };
  'sandbox.refunds': { refund_id: string; provider_refund_id: string; charge_id: string; amount: number; created_at: number };
}
