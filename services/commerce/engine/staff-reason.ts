import { badInput, type Refusal } from '#services/runtime/refusal.ts';

/** So many digits in sequence are a phone, card or ID number. */
const NUMBER = /\d(?:[\s-]?\d){10}/;

/**
 * The reason of a staff action; it is stored permanently. Refuses an empty reason where it is required, and one with
 * a phone, card or ID number.
 */
export function checkedReason(text: string, field: string, needed: boolean): string | Refusal {
  const reason = text.trim();
  if (needed && reason === '') return badInput(field, { key: 'required' });
  if (NUMBER.test(reason.normalize('NFKC'))) return badInput(field, { key: 'names_a_number' });
  return reason;
}
