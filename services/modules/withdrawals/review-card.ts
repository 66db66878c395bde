import type { UserId } from '#events/ids.ts';
import { bankCardStream } from '#events/stream-names.ts';
import { type Committer, type Outcome, refuse } from '#services/commerce/engine/command.ts';
import { bankCardKind } from '#services/commerce/withdrawals/bank-card.ts';
import { reviewBankCard } from '#services/commerce/withdrawals/review-bank-card.ts';
import type { BankReviews } from './bank-reviews.ts';

interface CardVerdict {
  review_id: string;
  by: UserId;
  approved: boolean;
  /** For a rejection the creator sees it; otherwise an optional note. */
  reason: string;
}

interface Parts {
  committer: Pick<Committer, 'submit' | 'read'>;
  bankReviews: Pick<BankReviews, 'of' | 'apply'>;
}

/**
 * Updates the card from the log; a repetition changes nothing.
 * @returns false if another card replaced it
 */
export async function applyVerdict({ committer, bankReviews }: Parts, review_id: string): Promise<boolean> {
  const stream = bankCardStream(review_id);
  const { verdict } = await committer.read([stream], (states) => states.get(bankCardKind, stream));
  return verdict === null || bankReviews.apply(review_id, verdict);
}

/**
 * Reviews a bank card: written down first, then done; what died in between the worker makes good.
 * @returns whether anything changed, or the refusal of `reviewBankCard`
 */
export async function reviewCard(parts: Parts, verdict: CardVerdict): Promise<Outcome<{ changed: boolean }>> {
  const { review_id } = verdict;
  const card = await parts.bankReviews.of(review_id);
  if (card === undefined) return refuse({ code: 'not_found' });
  const outcome = await parts.committer.submit(reviewBankCard({ ...verdict, ...card }));
  if (!outcome.accepted) return outcome;
  // A card submitted again at the same moment is another card, without a verdict.
  return (await applyVerdict(parts, review_id)) ? outcome : refuse({ code: 'not_found' });
}
