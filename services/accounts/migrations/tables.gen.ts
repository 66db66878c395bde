// Made from the migrations by ops/database-types.test.ts.
import type { Generated } from 'kysely';
import type { UserId } from '#events/ids.ts';

export interface AccountsTables {
  'accounts.addresses': {
    address_id: string;
    user_id: UserId;
    vault_ref: string;
    province: string;
    is_default: boolean;
    created_at: number;
    updated_at: number;
    uses: Generated<number>;
  };
  'accounts.attempts': {
    subject: Buffer;
    window_start: number;
    count: number;
    day_start: Generated<number>;
    day_count: Generated<number>;
  };
  'accounts.bank_drafts': {
    user_id: UserId;
    vault_ref: string;
    created_at: number;
  };
  'accounts.bank_reviews': {
    vault_ref: string;
    user_id: UserId;
    reviewed_by: string;
    approved: boolean;
    remark: Generated<string>;
    reviewed_at: number;
  };
  'accounts.certifications': {
    user_id: UserId;
    url_ref: string | null;
    status: number;
    submitted_at: number;
    decided_at: number | null;
  };
  'accounts.creators': {
    user_id: UserId;
    status: Generated<number>;
    doing: Generated<string>;
    category_id: Generated<string>;
    type: Generated<number>;
    detail: Generated<string>;
    watermark: Generated<number>;
    theme_color: Generated<string>;
    created_at: number;
    limit_show_product_count: Generated<number>;
  };
  'accounts.holder_names': {
    ref: string;
    name_index: Buffer;
  };
  'accounts.identities': {
    identity_id: string;
    user_id: UserId;
    vault_ref: string;
    number_index: Buffer;
    created_at: number;
    updated_at: number;
    uses: Generated<number>;
  };
  'accounts.identity_documents': {
    file_id: string;
    user_id: UserId;
    side: string;
    vault_ref: string;
    payee_ref: string | null;
    created_at: number;
  };
  'accounts.logins': {
    account_index: Buffer;
    user_id: UserId;
    kind: string;
    vault_ref: string;
  };
  'accounts.passwords': {
    user_id: UserId;
    argon2id: string;
    changed_at: number;
  };
  'accounts.person_keys': {
    user_id: UserId;
    wrapped: Buffer;
  };
  'accounts.pictures': {
    user_id: UserId;
    name: string;
    uploaded_at: number;
  };
  'accounts.reset_tokens': {
    token_hash: string;
    user_id: UserId;
    expires_at: number;
  };
  'accounts.rights_taken': {
    user_id: UserId;
    name: string;
    taken_at: number;
  };
  'accounts.roles': {
    user_id: UserId;
    role: string;
    granted_at: number;
  };
  'accounts.sessions': {
    sid: string;
    user_id: UserId;
    created_at: number;
    expires_at: number;
  };
  'accounts.staff_reads': {
    id: Generated<number>;
    staff_id: string;
    ref: string;
    reason: string;
    at: number;
  };
  'accounts.team_members': {
    creator_id: UserId;
    user_id: UserId;
    member_name: string;
    created_at: number;
  };
  'accounts.users': {
    id: UserId;
    name: string;
    avatar: Generated<string>;
    cover: Generated<string>;
    url_slug: Generated<string>;
    status: Generated<number>;
    is_verified: Generated<number>;
    language: Generated<string>;
    imported_by: string | null;
    name_ref: string | null;
    name_index: Buffer | null;
    created_at: number;
  };
  'accounts.vault': {
    ref: string;
    user_id: UserId;
    kind: string;
    sealed: Buffer;
  };
  'accounts.verify_codes': {
    account_index: Buffer;
    scene: string;
    code_hash: Buffer | null;
    tries_left: number;
    sent_at: number;
    expires_at: number;
  };
  'accounts.withdraw_defaults': {
    user_id: UserId;
    withdraw_type: number;
  };
  'accounts.withdraw_methods': {
    user_id: UserId;
    kind: string;
    vault_ref: string;
    status: number;
    remark: Generated<string>;
    used: Generated<boolean>;
    updated_at: number;
  };
}
