import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { type AccountName, accountIndex, type BlindIndex } from '#services/accounts/account-name.ts';
import { open, seal } from '#services/accounts/seal.ts';
import type { Clock } from './clock.ts';
import { type Message, type MessageLanguage, renderMessage } from './messages.ts';

/** To a user in the user's language, or to an address that is not (or need not be) anybody's yet. */
type Recipient = { to_user: UserId } | { to_account: AccountName; language: MessageLanguage };

type OutboxEntry = Message &
  Recipient & {
    /** The same key is sent once, however often it is given: for processes that may be killed. */
    message_key?: string;
  };

interface SentMessage {
  to: string;
  subject: string;
  text: string;
  /** The verify code; empty in other messages. */
  code: string;
  /** Milliseconds. */
  at: number;
}

/** Messages that would leave the machine. In the sandbox they are shown instead of sent. */
export interface Outbox {
  send(entry: OutboxEntry): Promise<void>;
  /** Newest first, at most 50. */
  list(account: AccountName): Promise<SentMessage[]>;
}

interface OutboxRow {
  template: string;
  sealed: Buffer;
  language: string;
  created_at: number | string;
}

const MOST_LISTED = 50;
const nobody = Buffer.alloc(0);

/** @param key seals the messages' values: codes and order numbers do not lie open in the table */
export function openOutbox(pool: Pool, key: Buffer, index: BlindIndex, clock: Clock): Outbox {
  return {
    async send(entry) {
      const sealed = seal(key, Buffer.from(JSON.stringify(entry.values)), entry.template);
      const user = 'to_user' in entry ? entry.to_user : null;
      const account = 'to_account' in entry ? accountIndex(index, entry.to_account) : nobody;
      await pool.query(
        `INSERT INTO runtime.outbox (message_key, to_index, to_user, template, language, sealed, created_at)
         VALUES ($1, $2, $3, $4,
                 coalesce($5, (SELECT language FROM accounts.users WHERE id = $3), 'zh-CN'), $6, $7)
         ON CONFLICT (message_key) DO NOTHING`,
        [
          entry.message_key ?? null,
          account,
          user,
          entry.template,
          'language' in entry ? entry.language : null,
          sealed,
          clock.now(),
        ],
      );
    },
    async list(account) {
      const { rows } = await pool.query<OutboxRow>(
        `SELECT template, sealed, language, created_at FROM runtime.outbox
          WHERE to_index = $1
             OR to_user = (SELECT user_id FROM accounts.logins WHERE account_index = $1)
          ORDER BY id DESC LIMIT ${MOST_LISTED}`,
        [accountIndex(index, account)],
      );
      return rows.map((row) => {
        const values: unknown = JSON.parse(open(key, row.sealed, row.template).toString('utf8'));
        // Written by `send` above, which took a Message apart into these two columns.
        const message = { template: row.template, values } as Message;
        return {
          to: account.text,
          ...renderMessage(message, row.language === 'en-US' ? 'en-US' : 'zh-CN'),
          code: message.template === 'verify_code' ? message.values.code : '',
          at: Number(row.created_at),
        };
      });
    },
  };
}
