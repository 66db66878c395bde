import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { KeyRing } from '#services/runtime/keys/ring.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { type Message, type MessageLanguage, renderMessage } from './messages.ts';
import { openedMessage, type SealedMessage } from './outbox.ts';

/** Unread messages are counted up to this number. */
const MAX_COUNTED = 100;

interface InboxMessage {
  message_id: number;
  template: Message['template'];
  subject: string;
  text: string;
  unread: boolean;
  /** Milliseconds. */
  at: number;
}

interface InboxRow extends SealedMessage {
  id: number;
  created_at: number;
}

/**
 * The platform's messages to a person, for 90 days (accounts/retention.ts).
 * @param key of the outbox
 */
export function openInbox(pool: Pool, key: KeyRing) {
  const db = queriesOn(pool);
  const own = (user: UserId) =>
    db
      .selectFrom('runtime.outbox')
      .where('to_user', '=', user)
      .where('sealed', 'is not', null)
      .where('on_site', '=', true);
  const readTo = async (user: UserId): Promise<number> => {
    const read = db.selectFrom('runtime.messages_read').select('message_id').where('user_id', '=', user);
    return (await read.executeTakeFirst())?.message_id ?? 0;
  };

  return {
    /** Newest first, in the reader's language. */
    async page(
      user: UserId,
      language: MessageLanguage,
      { limit, offset }: { limit: number; offset: number },
    ): Promise<{ list: InboxMessage[]; total_count: number }> {
      const [read, { total_count }, rows] = await Promise.all([
        readTo(user),
        own(user)
          .select(({ fn }) => fn.countAll<number>().as('total_count'))
          .executeTakeFirstOrThrow(),
        own(user).selectAll().orderBy('id', 'desc').limit(limit).offset(offset).$castTo<InboxRow>().execute(),
      ]);
      const list = rows.map((row) => {
        const message = openedMessage(key, row)?.message;
        return {
          message_id: row.id,
          at: row.created_at,
          unread: row.id > read,
          template: row.template as Message['template'],
          ...(message ? renderMessage(message, language) : { subject: '', text: '' }),
        };
      });
      return { list, total_count };
    },
    /** @returns how many messages are unread, at most 100, and the number of the newest one; 0: there is none */
    async check(user: UserId): Promise<{ unread: number; newest: number }> {
      const read = await readTo(user);
      const newestFirst = own(user).select('id').orderBy('id', 'desc');
      const rows = await newestFirst.limit(MAX_COUNTED).execute();
      return { unread: rows.filter(({ id }) => id > read).length, newest: rows[0]?.id ?? 0 };
    },
    /** Everything up to this message is read. A number that no message of the person has yet marks nothing new. */
    async markRead(user: UserId, message_id: number): Promise<void> {
      const upTo = own(user)
        .where('id', '<=', message_id)
        .select(['to_user', 'id'])
        .orderBy('id', 'desc')
        .limit(1);
      await db
        .insertInto('runtime.messages_read')
        .columns(['user_id', 'message_id'])
        .expression(upTo)
        .onConflict((on) =>
          on
            .column('user_id')
            .doUpdateSet(({ ref }) => ({ message_id: ref('excluded.message_id') }))
            .where('runtime.messages_read.message_id', '<', (eb) => eb.ref('excluded.message_id')),
        )
        .execute();
    },
  };
}
