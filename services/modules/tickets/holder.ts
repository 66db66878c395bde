import type { Millis } from '#events/time.ts';
import { type DocumentType, documentNumber } from '#services/contract/tickets/documents.ts';
import type { FieldError, FieldMessage } from '#services/runtime/refusal.ts';

/** The holder of a ticket: name, document and its number. */
export interface Holder {
  name: string;
  /** Without it a resident identity card, as in records from before other documents. */
  id_type?: DocumentType | undefined;
  id_card: string;
}

const MAX_NAME_LENGTH = 40;
/** A day begins in China before it does in UTC. */
const CHINA_MS = 8 * 3_600_000;

export const documentOf = ({ id_type = 'resident_id' }: Pick<Holder, 'id_type'>): DocumentType => id_type;

const numberOf = (holder: Holder, now: Millis): string | undefined =>
  documentNumber(documentOf(holder), holder.id_card, now + CHINA_MS);

/** The sentence for a number that is none of its document. */
const WRONG_NUMBER: Readonly<Record<DocumentType, FieldMessage>> = {
  resident_id: { key: 'resident_id' },
  passport: { key: 'passport_number' },
  hk_macau_permit: { key: 'permit_number' },
  taiwan_permit: { key: 'permit_number' },
};

/** The errors of a holder by field; `path` is the prefix of the field's name, as `tickets.0.`. */
export function holderErrors(holder: Holder, now: Millis, path = ''): FieldError[] {
  const errors: FieldError[] = [];
  const length = tidyName(holder.name).length;
  if (length === 0 || length > MAX_NAME_LENGTH) {
    errors.push({ field: `${path}name`, message: { key: 'holder_name' } });
  }
  if (numberOf(holder, now) === undefined) {
    errors.push({ field: `${path}id_card`, message: WRONG_NUMBER[documentOf(holder)] });
  }
  return errors;
}

/** A person's name as it is stored: one blank between its parts, none around it. */
export const tidyName = (name: string): string => name.trim().replace(/\s+/g, ' ');

/** A holder without errors in the one form in which it is stored and compared. */
export const tidyHolder = (holder: Holder, now: Millis): Holder => ({
  name: tidyName(holder.name),
  ...(documentOf(holder) !== 'resident_id' && { id_type: holder.id_type }),
  id_card: numberOf(holder, now) ?? holder.id_card,
});

const MAX_STARS = 5;
/** Of a number at most the first three and last four characters are shown, and less than half of it. */
const shownOf = (length: number) => ({
  first: Math.min(3, Math.floor(length / 6)),
  last: Math.min(4, Math.floor(length / 4)),
});

/** The first character of a name, `张*`; the length of a long name is hidden. */
function maskedName(name: string): string {
  const [first = '', ...rest] = [...name];
  return first + '*'.repeat(Math.min(rest.length, MAX_STARS));
}

/** A holder in masked form, as shown everywhere except at check-in: `张*`, `110***********1234`. */
export function maskedHolder({ name, id_type, id_card }: Holder): Holder {
  const { first, last } = shownOf(id_card.length);
  const end = id_card.length - last;
  return {
    name: maskedName(name),
    ...(id_type && { id_type }),
    id_card: id_card.slice(0, first).padEnd(end, '*') + id_card.slice(end),
  };
}
