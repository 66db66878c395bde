import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import {
  type AccountKind,
  type AccountName,
  accountIndex,
  type BlindIndex,
} from '#services/modules/messages/account-name.ts';
import type { Clock } from '#services/runtime/clock.ts';
import type { Config } from '#services/runtime/config.ts';
import type { KeyRing } from '#services/runtime/keys/ring.ts';
import { open, seal } from '#services/runtime/seal.ts';
import type { SmsSettings } from '#services/runtime/settings/sms.ts';
import { channelRules } from './message-kinds.ts';
import { type Message, type MessageLanguage, renderMessage } from './messages.ts';

/** To a user in the user's language, or to an address without an account. */
type Recipient = { to_user: UserId } | { to_account: AccountName; language: MessageLanguage };

type OutboxEntry = Message &
  Recipient & {
    /** The same key is sent once, for processes that can be killed. */
    message_key?: string;
    /** Milliseconds after which it is no longer sent. */
    expires_at?: number;
  };

/** Channels of messages. */
export interface Channels {
  /** They are shown at the sandbox's outbox and leave by no other way. */
  sandbox: boolean;
  /** They leave by mail. */
  mail: boolean;
  /** The countries whose numbers get text messages, and how many leave in a day; undefined: none. */
  sms: Pick<SmsSettings, 'countries' | 'perDay'> | undefined;
  /** Domains that get no message, although the answers are as always. */
  blockedDomains?: readonly string[];
}

export const channelsOf = ({
  sandbox,
  mail,
  sms,
  blockedDomains,
}: Pick<Config, 'sandbox' | 'mail' | 'sms' | 'blockedDomains'>): Channels => ({
  sandbox,
  blockedDomains,
  mail: !sandbox && mail !== undefined,
  sms: sandbox ? undefined : sms,
});

/** Why no message can be sent to an account; the key of a sentence. */
type Unreached = 'no_mail' | 'no_sms' | 'no_sms_country';

interface SentMessage {
  to: string;
  subject: string;
  text: string;
  /** The verify code; empty in other messages. */
  code: string;
  /** Milliseconds. */
  at: number;
}

/** A message as its row has it. */
export interface SealedMessage {
  template: string;
  language: string;
  sealed: Buffer;
  sealed_to: Buffer | null;
}

interface OutboxRow extends SealedMessage {
  created_at: number | string;
}

const ADDRESS = 'address';

/** The message's values, and the address of a recipient without an account. */
function openSealedMessage(
  key: KeyRing,
  { template, language, sealed, sealed_to }: SealedMessage,
): { message: Message; language: MessageLanguage; to_account: string | undefined } {
  const values: unknown = JSON.parse(open(key, sealed, template).toString('utf8'));
  return {
    // Written by `send` below, which took a Message apart into these two columns.
    message: { template, values } as Message,
    language: language === 'en-US' ? 'en-US' : 'zh-CN',
    to_account: sealed_to === null ? undefined : open(key, sealed_to, ADDRESS).toString('utf8'),
  };
}

/** Undefined when it was sealed under another key: the others must not wait for it. */
export function openedMessage(
  key: KeyRing,
  sealed: SealedMessage,
): ReturnType<typeof openSealedMessage> | undefined {
  try {
    return openSealedMessage(key, sealed);
  } catch {
    return undefined;
  }
}

const MAX_LISTED = 50;
const nobody = Buffer.alloc(0);

/**
 * Messages to people. In the sandbox they are shown instead of sent; elsewhere a worker sends those that are due.
 * @param key encrypts the messages' values, so that codes and order numbers are not readable in the table
 */
export function openOutbox(
  pool: Pool,
  key: KeyRing,
  index: BlindIndex,
  clock: Clock,
  { sandbox, mail, sms, blockedDomains = [] }: Channels = { sandbox: true, mail: false, sms: undefined },
) {
  const isBlocked = ({ text }: AccountName): boolean =>
    blockedDomains.some((domain) => text.endsWith(`@${domain}`) || text.endsWith(`.${domain}`));
  return {
    /** Undefined if messages can be sent to the account, or to such accounts. */
    unreached({ kind, text }: { kind: AccountKind; text?: string }): Unreached | undefined {
      if (sandbox) return undefined;
      if (kind === 'email') return mail ? undefined : 'no_mail';
      if (sms === undefined) return 'no_sms';
      return text === undefined || sms.countries.some((code) => text.startsWith(code))
        ? undefined
        : 'no_sms_country';
    },
    /**
     * By the channels of the event that the person has chosen; without any, and to an account that was closed, the message
     * is not made.
     */
    async send(entry: OutboxEntry): Promise<void> {
      if ('to_account' in entry && isBlocked(entry.to_account)) return;
      const now = clock.now();
      const rules = channelRules(entry.template);
      const sealed = seal(key, Buffer.from(JSON.stringify(entry.values)), entry.template);
      const user = 'to_user' in entry ? entry.to_user : null;
      const account = 'to_account' in entry ? accountIndex(index, entry.to_account) : nobody;
      await pool.query(
        `INSERT INTO runtime.outbox (message_key, to_index, to_user, template, language, sealed, created_at,
                                     sealed_to, expires_at, due_at, on_site, push_due_at)
         SELECT $1, $2, $3, $4,
                coalesce($5, (SELECT language FROM accounts.users WHERE id = $3), 'zh-CN'), $6, $7, $8, $9,
                CASE WHEN chosen.mail THEN $10::bigint END, chosen.site,
                CASE WHEN chosen.push AND EXISTS (
                  SELECT FROM accounts.push_subscriptions WHERE user_id = $3) THEN $7::bigint END
           FROM (SELECT $11 OR coalesce(max(site::int) = 1, $12) AS site,
                        $11 OR coalesce(max(mail::int) = 1, $13) AS mail,
                        coalesce(max(push::int) = 1, $15) AS push
                   FROM accounts.notify_channels WHERE user_id = $3 AND event = $14) chosen
          WHERE (chosen.site OR chosen.mail OR chosen.push)
            AND NOT EXISTS (SELECT FROM accounts.users WHERE id = $3 AND deleted_at IS NOT NULL)
         ON CONFLICT (message_key) DO NOTHING`,
        [
          entry.message_key ?? null,
          account,
          user,
          entry.template,
          'language' in entry ? entry.language : null,
          sealed,
          now,
          'to_account' in entry ? seal(key, Buffer.from(entry.to_account.text), ADDRESS) : null,
          entry.expires_at ?? null,
          mail || sms ? now : null,
          rules.isDuty,
          rules.site,
          rules.mail,
          rules.event,
          rules.push,
        ],
      );
    },
    /** Newest first, at most 50. */
    async list(account: AccountName): Promise<SentMessage[]> {
      const { rows } = await pool.query<OutboxRow>(
        `SELECT template, sealed, sealed_to, language, created_at FROM runtime.outbox
          WHERE sealed IS NOT NULL
            AND (to_index = ANY ($1) OR to_user = (SELECT user_id FROM accounts.logins WHERE account_index = ANY ($1)))
          ORDER BY id DESC LIMIT ${MAX_LISTED}`,
        [index.all(account.kind, account.text)],
      );
      return rows.map((row) => {
        const { message, language } = openSealedMessage(key, row);
        return {
          to: account.text,
          ...renderMessage(message, language),
          code: message.template === 'verify_code' ? message.values.code : '',
          at: Number(row.created_at),
        };
      });
    },
  };
}

export type Outbox = ReturnType<typeof openOutbox>;
