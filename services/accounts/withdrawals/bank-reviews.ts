import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { CARD_STATUS } from '#events/status.ts';
import type { Millis } from '#events/time.ts';
import type { Outbox } from '#services/messages/outbox.ts';
import type { Clock } from '#services/runtime/clock.ts';
import type { Vault } from '../vault.ts';
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
  said_before: boolean | undefined;
}

/** Finance reviews bank cards. Each look is recorded. `reviewCard` writes verdicts as events and updates the rows. */
export interface BankReviews {
  /** Longest waiting first. */
  waiting(page: { limit: number; offset: number }): Promise<{ total_count: number; list: WaitingCard[] }>;
  /** The card in the clear; undefined when it does not wait any more. */
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
  async function isWaiting(review_id: string): Promise<boolean> {
    const { rowCount } = await pool.query(
      `SELECT 1 FROM accounts.withdraw_methods WHERE vault_ref = $1 AND kind = 'bank' AND status = ${CARD_STATUS.reviewing}`,
      [review_id],
    );
    return rowCount === 1;
  }

  return {
    async waiting({ limit, offset }) {
      const { rows } = await pool.query<WaitingCard & { total_count: number; submitted_at: string }>(
        `SELECT m.vault_ref AS review_id, m.user_id, u.name, m.updated_at AS submitted_at,
                count(*) OVER ()::int AS total_count,
                array(SELECT d.side FROM accounts.identity_documents d WHERE d.payee_ref = m.vault_ref
                       ORDER BY d.side DESC) AS documents
           FROM accounts.withdraw_methods m JOIN accounts.users u ON u.id = m.user_id
          WHERE m.kind = 'bank' AND m.status = ${CARD_STATUS.reviewing} ORDER BY m.updated_at, m.user_id LIMIT $1 OFFSET $2`,
        [limit, offset],
      );
      const list = rows.map(({ total_count: _, submitted_at, ...card }) => ({
        ...card,
        submitted_at: Number(submitted_at),
      }));
      return { total_count: rows[0]?.total_count ?? 0, list };
    },
    async look(staff, review_id, reason) {
      if (!(await isWaiting(review_id))) return undefined;
      const text = (await vault.readAsStaff(staff, [review_id], reason)).get(review_id);
      return text === undefined ? undefined : payeeOf(text);
    },
    async document(staff, review_id, side, reason) {
      if (!(await isWaiting(review_id))) return undefined;
      const { rows } = await pool.query<{ vault_ref: string }>(
        'SELECT vault_ref FROM accounts.identity_documents WHERE payee_ref = $1 AND side = $2',
        [review_id, side],
      );
      const ref = rows[0]?.vault_ref;
      if (ref === undefined) return undefined;
      const text = (await vault.readAsStaff(staff, [ref], reason)).get(ref);
      return text === undefined ? undefined : documentOf(text);
    },
    async of(review_id) {
      const { rows } = await pool.query<Omit<ReviewedCard, 'said_before'> & { said_before: boolean | null }>(
        `SELECT m.user_id, m.status = ${CARD_STATUS.reviewing} AS waits, r.approved AS said_before
           FROM accounts.withdraw_methods m LEFT JOIN accounts.bank_reviews r USING (vault_ref)
          WHERE m.vault_ref = $1 AND m.kind = 'bank'`,
        [review_id],
      );
      return rows.map((row) => ({ ...row, said_before: row.said_before ?? undefined }))[0];
    },
    async apply(review_id, { approved, reason }) {
      await pool.query(
        `UPDATE accounts.withdraw_methods SET status = $2, remark = $3, updated_at = $4
          WHERE vault_ref = $1 AND kind = 'bank' AND status = ${CARD_STATUS.reviewing}`,
        [
          review_id,
          approved ? CARD_STATUS.active : CARD_STATUS.rejected,
          approved ? '' : reason,
          clock.now(),
        ],
      );
      const { rows } = await pool.query<{ user_id: UserId }>(
        `SELECT user_id FROM accounts.withdraw_methods WHERE vault_ref = $1 AND kind = 'bank'`,
        [review_id],
      );
      const user = rows[0]?.user_id;
      if (user === undefined) return false;
      // Told once, also when the process died between.
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
