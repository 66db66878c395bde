import type { UserId } from '#events/ids.ts';
import type { DataOf } from '#events/registry.ts';
import type { Millis } from '#events/time.ts';

/** A provider's answer about a payout. */
export interface ProviderWord {
  said: 'succeeded' | 'failed';
  /** The provider's reference, or the cause. */
  detail: string;
  at: Millis;
}

/** A payout with an answer of its provider. */
export interface SpokenPayout {
  payout_id: string;
  /** It counts as paid. */
  paid: boolean;
  /** The latest recorded answer. */
  last: ProviderWord;
}

/** A person's finding in a dispute. */
export interface DisputeSaid {
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
  before: ProviderWord;
  now: ProviderWord;
  /** The first person's finding; a different second finding replaces it. */
  judged: DisputeSaid | null;
  closed: DisputeSaid | null;
}

/** The part of a withdrawal that its payouts and their disputes make up. */
export interface Spoken {
  /** One per answered payout, oldest first. */
  spoken: readonly SpokenPayout[];
  disputes: readonly Dispute[];
}

export const notSpoken: Spoken = { spoken: [], disputes: [] };

export const spokenOf = ({ spoken }: Spoken, payout_id: string): SpokenPayout | undefined =>
  spoken.find((one) => one.payout_id === payout_id);

export const countsAsPaid = (of: Spoken, payout_id: string): boolean =>
  spokenOf(of, payout_id)?.paid === true;

/** How many payouts of a withdrawal count as paid: more than one was paid to the person twice. */
export const timesPaid = ({ spoken }: Spoken): number => spoken.filter(({ paid }) => paid).length;

export const openDisputes = ({ disputes }: Spoken): readonly Dispute[] =>
  disputes.filter(({ closed }) => closed === null);

/** The first answer about a payout, or about another attempt. */
export const withWord = ({ spoken }: Spoken, one: SpokenPayout): Pick<Spoken, 'spoken'> => ({
  spoken: [...spoken.filter(({ payout_id }) => payout_id !== one.payout_id), one],
});

/** A provider contradicts its earlier answer. */
export function withDispute(
  of: Spoken,
  { payout_id, said, detail }: DataOf<'PayoutDisputed'>,
  at: Millis,
): Spoken {
  const known = spokenOf(of, payout_id);
  if (!known) return of;
  const now: ProviderWord = { said, detail, at };
  const number = of.disputes.length + 1;
  const before = known.last;
  return {
    spoken: of.spoken.map((one) => (one === known ? { ...one, last: now } : one)),
    disputes: [...of.disputes, { number, payout_id, before, now, judged: null, closed: null }],
  };
}

/** Finance's finding; closing a dispute decides whether its payout counts as paid. */
export function withSaid(
  { spoken, disputes }: Spoken,
  { number, payout_id, by, reached, reason }: DataOf<'PayoutDisputeJudged'>,
  closes: boolean,
  at: Millis,
): Spoken {
  const statement: DisputeSaid = { by, reached, reason, at };
  return {
    spoken: spoken.map((one) => (closes && one.payout_id === payout_id ? { ...one, paid: reached } : one)),
    disputes: disputes.map((one) =>
      one.number === number ? { ...one, ...(closes ? { closed: statement } : { judged: statement }) } : one,
    ),
  };
}
