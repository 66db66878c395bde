import { badInput, type Refusal } from '#services/runtime/refusal.ts';

/** So many digits in a row are a phone's, a card's or an identity card's number. */
const NUMBER = /\d(?:[\s-]?\d){10}/;

/**
 * The reason that staff give for what they do, as it goes into an event for good. Refuses, by `field`: nothing where
 * there has to be one, and the number of a person or a card, which no event may hold.
 */
export function givenReason(text: string, field: string, needed: boolean): string | Refusal {
  const reason = text.trim();
  if (needed && reason === '') return badInput(field, { key: 'required' });
  if (NUMBER.test(reason.normalize('NFKC'))) return badInput(field, { key: 'names_a_number' });
  return reason;
}
