import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { CARD_STATUS } from '#events/status.ts';
import type { Millis } from '#events/time.ts';
import type { Vault } from '#services/modules/accounts/vault.ts';
import type { Outbox } from '#services/modules/messages/outbox.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { type CardSide, documentOf, type IdentityDocument } from './identity-documents.ts';
import { type Payee, payeeOf } from './withdraw-methods.ts';

/** A card that waits to be reviewed. */
interface WaitingCard {
  /** Of the card as it was sent in: another one of the same creator has another. */
  review_id: string;
  user_id: UserId;
  name: string;
  submitted_at: Millis;
  /** Which sides of the identity card came with it. */
  documents: CardSide[];
}

/** The owner of a card, and its state. */
interface ReviewedCard {
  user_id: UserId;
  waits: boolean;
  /** The verdict before verdicts became events; undefined: none. */
  decided_before: boolean | undefined;
}

/** Finance reviews bank cards. Each look is recorded. `reviewCard` writes verdicts as events and updates the rows. */
export interface BankReviews {
  /** Longest waiting first. */
  waiting(page: { limit: number; offset: number }): Promise<{ total_count: number; list: WaitingCard[] }>;
  /** The unmasked card; undefined if it no longer waits. */
  look(staff: UserId, review_id: string, reason: string): Promise<Payee | undefined>;
  document(
    staff: UserId,
    review_id: string,
    side: CardSide,
    reason: string,
  ): Promise<IdentityDocument | undefined>;
  /** Undefined: there is no such card, or another took its place. */
  of(review_id: string): Promise<ReviewedCard | undefined>;
  /**
   * Applies the verdict to the card and notifies its creator, once.
   * @returns false if another card replaced it; then no notice is sent
   */
  apply(review_id: string, verdict: { approved: boolean; reason: string }): Promise<boolean>;
}

interface BankReviewParts {
  pool: Pool;
  vault: Vault;
  clock: Clock;
  outbox: Pick<Outbox, 'send'>;
}

export function openBankReviews({ pool, vault, clock, outbox }: BankReviewParts): BankReviews {
  const db = queriesOn(pool);
  const cards = db.selectFrom('accounts.withdraw_methods as m').where('m.kind', '=', 'bank');
  const waiting = cards.where('m.status', '=', CARD_STATUS.reviewing);
  const isWaiting = async (review_id: string): Promise<boolean> =>
    (await waiting.where('vault_ref', '=', review_id).select('kind').executeTakeFirst()) !== undefined;

  return {
    async waiting({ limit, offset }) {
      const [list, { total_count }] = await Promise.all([
        waiting
          .innerJoin('accounts.users as u', 'u.id', 'm.user_id')
          .select(['m.vault_ref as review_id', 'm.user_id', 'u.name', 'm.updated_at as submitted_at'])
          .select(
            sql<CardSide[]>`array(SELECT d.side FROM accounts.identity_documents d
              WHERE d.payee_ref = m.vault_ref ORDER BY d.side DESC)`.as('documents'),
          )
          .orderBy('m.updated_at')
          .orderBy('m.user_id')
          .limit(limit)
          .offset(offset)
          .execute(),
        waiting.select((is) => is.fn.countAll<number>().as('total_count')).executeTakeFirstOrThrow(),
      ]);
      return { total_count, list };
    },
    async look(staff, review_id, reason) {
      if (!(await isWaiting(review_id))) return undefined;
      const text = (await vault.readAsStaff(staff, [review_id], reason)).get(review_id);
      return text === undefined ? undefined : payeeOf(text);
    },
    async document(staff, review_id, side, reason) {
      if (!(await isWaiting(review_id))) return undefined;
      const pictures = db.selectFrom('accounts.identity_documents').where('payee_ref', '=', review_id);
      const ref = (await pictures.where('side', '=', side).select('vault_ref').executeTakeFirst())?.vault_ref;
      if (ref === undefined) return undefined;
      const text = (await vault.readAsStaff(staff, [ref], reason)).get(ref);
      return text === undefined ? undefined : documentOf(text);
    },
    async of(review_id) {
      const card = await cards
        .leftJoin('accounts.bank_reviews as r', 'r.vault_ref', 'm.vault_ref')
        .where('m.vault_ref', '=', review_id)
        .select(['m.user_id', 'm.status', 'r.approved'])
        .executeTakeFirst();
      if (card === undefined) return undefined;
      const { user_id, status, approved } = card;
      return { user_id, waits: status === CARD_STATUS.reviewing, decided_before: approved ?? undefined };
    },
    async apply(review_id, { approved, reason }) {
      const status = approved ? CARD_STATUS.active : CARD_STATUS.rejected;
      await db
        .updateTable('accounts.withdraw_methods')
        .set({ status, remark: approved ? '' : reason, updated_at: clock.now() })
        .where('vault_ref', '=', review_id)
        .where('kind', '=', 'bank')
        .where('status', '=', CARD_STATUS.reviewing)
        .execute();
      const card = await cards.where('vault_ref', '=', review_id).select('user_id').executeTakeFirst();
      const user = card?.user_id;
      if (user === undefined) return false;
      // Sent once, also after a crash in between.
      await outbox.send({
        to_user: user,
        template: approved ? 'bank_card_approved' : 'bank_card_rejected',
        message_key: `bank review ${review_id}`,
        values: {},
      });
      return true;
    },
  };
}
