import { badInput, type Refusal } from '#services/runtime/refusal.ts';

/** This many digits in sequence are the number of a phone, a card or an identity card. */
const NUMBER = /\d(?:[\s-]?\d){10}/;

/**
 * The reason of a staff action, as it is stored permanently. Refuses, by `field`: an empty one where it is required,
 * and the number of a person or a card.
 */
export function givenReason(text: string, field: string, needed: boolean): string | Refusal {
  const reason = text.trim();
  if (needed && reason === '') return badInput(field, { key: 'required' });
  if (NUMBER.test(reason.normalize('NFKC'))) return badInput(field, { key: 'names_a_number' });
  return reason;
}
