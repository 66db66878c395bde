import type { UserId } from '#events/ids.ts';
import type { DataOf } from '#events/registry.ts';
import type { Millis } from '#events/time.ts';

/** A provider's answer about a payout. */
export interface ProviderAnswer {
  said: 'succeeded' | 'failed';
  /** The provider's reference, or the cause. */
  detail: string;
  at: Millis;
}

/** A payout with an answer of its provider. */
export interface AnsweredPayout {
  payout_id: string;
  /** It counts as paid. */
  paid: boolean;
  /** The latest recorded answer. */
  last: ProviderAnswer;
}

/** A person's finding in a dispute. */
export interface DisputeFinding {
  by: UserId;
  reached: boolean;
  reason: string;
  at: Millis;
}

/** A provider contradicts its earlier answer. One dispute is open per payout. */
export interface Dispute {
  /** n-th of its withdrawal, from 1 */
  number: number;
  payout_id: string;
  before: ProviderAnswer;
  now: ProviderAnswer;
  /** The first person's finding; a different second finding replaces it. */
  judged: DisputeFinding | null;
  closed: DisputeFinding | null;
}

/** The part of a withdrawal that its payouts and their disputes make up. */
export interface PayoutAnswers {
  /** One per answered payout, oldest first. */
  answered: readonly AnsweredPayout[];
  disputes: readonly Dispute[];
}

export const noPayoutAnswers: PayoutAnswers = { answered: [], disputes: [] };

export const answeredPayout = ({ answered }: PayoutAnswers, payout_id: string): AnsweredPayout | undefined =>
  answered.find((one) => one.payout_id === payout_id);

export const countsAsPaid = (of: PayoutAnswers, payout_id: string): boolean =>
  answeredPayout(of, payout_id)?.paid === true;

/** How many payouts of a withdrawal count as paid: more than one was paid to the person twice. */
export const timesPaid = ({ answered }: PayoutAnswers): number => answered.filter(({ paid }) => paid).length;

export const openDisputes = ({ disputes }: PayoutAnswers): readonly Dispute[] =>
  disputes.filter(({ closed }) => closed === null);

/** The first answer about a payout, or about another attempt. */
export const withAnswer = (
  { answered }: PayoutAnswers,
  one: AnsweredPayout,
): Pick<PayoutAnswers, 'answered'> => ({
  answered: [...answered.filter(({ payout_id }) => payout_id !== one.payout_id), one],
});

/** A provider contradicts its earlier answer. */
export function withDispute(
  of: PayoutAnswers,
  { payout_id, said, detail }: DataOf<'PayoutDisputed'>,
  at: Millis,
): PayoutAnswers {
  const known = answeredPayout(of, payout_id);
  if (!known) return of;
  const now: ProviderAnswer = { said, detail, at };
  const number = of.disputes.length + 1;
  const before = known.last;
  return {
    answered: of.answered.map((one) => (one === known ? { ...one, last: now } : one)),
    disputes: [...of.disputes, { number, payout_id, before, now, judged: null, closed: null }],
  };
}

/** Finance's finding; closing a dispute decides whether its payout counts as paid. */
export function withFinding(
  { answered, disputes }: PayoutAnswers,
  { number, payout_id, by, reached, reason }: DataOf<'PayoutDisputeJudged'>,
  closes: boolean,
  at: Millis,
): PayoutAnswers {
  const statement: DisputeFinding = { by, reached, reason, at };
  return {
    answered: answered.map((one) =>
      closes && one.payout_id === payout_id ? { ...one, paid: reached } : one,
    ),
    disputes: disputes.map((one) =>
      one.number === number ? { ...one, ...(closes ? { closed: statement } : { judged: statement }) } : one,
    ),
  };
}
