import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { Millis } from '#events/time.ts';
import { badInput, type Refusal } from '#services/commerce/refusal.ts';
import type { Clock } from '#services/runtime/clock.ts';
import type { Outbox } from '#services/runtime/outbox.ts';
import { type CardSide, documentOf, type IdentityDocument } from './identity-documents.ts';
import { inTransaction } from './transaction.ts';
import type { Vault } from './vault.ts';
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

/** What a member of finance says of a card. */
interface BankVerdict {
  by: UserId;
  approved: boolean;
  /** Why not, told to the creator; empty when it is approved. */
  remark: string;
}

/** Finance decides whether money may go to a card. Each verdict is kept with who gave it; each look is recorded. */
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
  /**
   * Said again it changes nothing. Refuses: a card that does not wait (not_found), one's own (not_allowed), another
   * verdict than the one that stands (state_does_not_allow), a rejection without a remark (remark).
   */
  decide(review_id: string, verdict: BankVerdict): Promise<Refusal | undefined>;
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
      `SELECT 1 FROM accounts.withdraw_methods WHERE vault_ref = $1 AND kind = 'bank' AND status = 2`,
      [review_id],
    );
    return rowCount === 1;
  }

  /** @returns whose card it is, or why nothing was decided */
  const note = (review_id: string, { by, approved, remark }: BankVerdict): Promise<UserId | Refusal> =>
    inTransaction(pool, async (client) => {
      const known = await client.query<{ user_id: UserId; approved: boolean }>(
        'SELECT user_id, approved FROM accounts.bank_reviews WHERE vault_ref = $1',
        [review_id],
      );
      const [before] = known.rows;
      if (before) return before.approved === approved ? before.user_id : { code: 'state_does_not_allow' };
      const found = await client.query<{ user_id: UserId }>(
        `SELECT user_id FROM accounts.withdraw_methods WHERE vault_ref = $1 AND kind = 'bank' AND status = 2
         FOR UPDATE`,
        [review_id],
      );
      const user = found.rows[0]?.user_id;
      if (user === undefined) return { code: 'not_found' };
      if (user === by) return { code: 'not_allowed' };
      await client.query(
        `UPDATE accounts.withdraw_methods SET status = $2, remark = $3, updated_at = $4 WHERE vault_ref = $1`,
        [review_id, approved ? 1 : 4, remark, clock.now()],
      );
      await client.query(
        `INSERT INTO accounts.bank_reviews (vault_ref, user_id, reviewed_by, approved, remark, reviewed_at)
         VALUES ($1, $2, $3, $4, $5, $6)`,
        [review_id, user, by, approved, remark, clock.now()],
      );
      return user;
    });

  return {
    async waiting({ limit, offset }) {
      const { rows } = await pool.query<WaitingCard & { total_count: number; submitted_at: string }>(
        `SELECT m.vault_ref AS review_id, m.user_id, u.name, m.updated_at AS submitted_at,
                count(*) OVER ()::int AS total_count,
                array(SELECT d.side FROM accounts.identity_documents d WHERE d.payee_ref = m.vault_ref
                       ORDER BY d.side DESC) AS documents
           FROM accounts.withdraw_methods m JOIN accounts.users u ON u.id = m.user_id
          WHERE m.kind = 'bank' AND m.status = 2 ORDER BY m.updated_at, m.user_id LIMIT $1 OFFSET $2`,
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
    async decide(review_id, verdict) {
      const remark = verdict.approved ? '' : verdict.remark.trim();
      if (!verdict.approved && remark === '') return badInput('remark', { key: 'required' });
      const noted = await note(review_id, { ...verdict, remark });
      if (typeof noted !== 'string') return noted;
      // Told once; also when it was noted before and the process died between.
      await outbox.send({
        to_user: noted,
        template: verdict.approved ? 'bank_card_approved' : 'bank_card_rejected',
        message_key: `bank review ${review_id}`,
        values: {},
      });
      return undefined;
    },
  };
}
