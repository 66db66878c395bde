import type { Affiliate, EditAffiliate } from '#services/contract/affiliates/calls.ts';

/** A code as its form has it. */
export interface CodeValues {
  /** The partner's page: its address, or the last part of it. */
  partner: string;
  code: string;
  /** Whole percent; empty while the user types. */
  rate: number | string;
  /** None: everything. */
  plan_ids: string[];
  note: string;
}

/** The defaults of a code. */
const USUAL_RATE = 10;

/** A new code; the code itself is the server's proposal. */
export const newCodeValues = (code: string): CodeValues => ({
  partner: '',
  code,
  rate: USUAL_RATE,
  plan_ids: [],
  note: '',
});

export const codeValuesOf = ({ partner, code, rate, plans, note }: Affiliate): CodeValues => ({
  partner: partner.url_slug,
  code,
  rate,
  note,
  plan_ids: plans.map(({ plan_id }) => plan_id),
});

/** The slug of a page: from a pasted address, from `@name`, or as typed. */
export const slugIn = (text: string): string =>
  /(?:\/a\/|\/@|^@)([0-9A-Za-z]+)/.exec(text.trim())?.[1] ?? text.trim();

/** The request. A saved code keeps code and partner, and stays active or paused. */
export function codeRequestOf(values: CodeValues, saved: Affiliate | undefined): EditAffiliate {
  const { partner, code, plan_ids } = values;
  const terms = { rate: Number(values.rate), plan_ids, note: values.note.trim() };
  if (saved !== undefined) {
    return { affiliate_id: saved.affiliate_id, status: saved.status, ...terms };
  }
  return { code: code.trim(), partner: slugIn(partner), ...terms };
}
