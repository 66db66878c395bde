import { type Generated, Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';

/** The tables of schema `accounts` (migrations/0001-accounts.sql). Times are milliseconds. */
interface UsersTable {
  id: string;
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
}

interface CreatorsTable {
  user_id: string;
  status: Generated<number>;
  doing: string;
  category_id: string;
  type: number;
  detail: string;
  watermark: number;
  theme_color: Generated<string>;
  created_at: number;
}

interface LoginsTable {
  account_index: Buffer;
  user_id: string;
  kind: 'email' | 'phone';
  vault_ref: string;
}

interface VerifyCodesTable {
  account_index: Buffer;
  scene: string;
  code_hash: Buffer | null;
  tries_left: number;
  sent_at: number;
  expires_at: number;
}

export interface AccountTables {
  'accounts.users': UsersTable;
  'accounts.creators': CreatorsTable;
  'accounts.logins': LoginsTable;
  'accounts.passwords': { user_id: string; argon2id: string; changed_at: number };
  'accounts.verify_codes': VerifyCodesTable;
  'accounts.reset_tokens': { token_hash: string; user_id: string; expires_at: number };
  'accounts.sessions': { token_hash: string; user_id: string; created_at: number; expires_at: number };
  'accounts.roles': { user_id: string; role: 'support' | 'finance' | 'admin'; granted_at: number };
  'accounts.staff_reads': {
    id: Generated<number>;
    staff_id: string;
    ref: string;
    reason: string;
    at: number;
  };
}

export type AccountsDatabase = Kysely<AccountTables>;

/** Typed queries over a pool that stays its owner's to close. */
export const accountsDatabase = (pool: Pool): AccountsDatabase =>
  new Kysely<AccountTables>({ dialect: new PostgresDialect({ pool }) });
