import type { Millis } from '#events/time.ts';
import { residentId } from '#services/contract/tickets/resident-id.ts';
import type { FieldError } from '#services/runtime/refusal.ts';

/** The holder of a ticket: name and ID number. */
export interface Holder {
  name: string;
  id_card: string;
}

const MAX_NAME_LENGTH = 40;
/** A day begins in China before it does in UTC. */
const CHINA_MS = 8 * 3_600_000;

const numberOf = (id_card: string, now: Millis): string | undefined => residentId(id_card, now + CHINA_MS);

/** The errors of a holder by field; `path` is the prefix of the field's name, as `tickets.0.`. */
export function holderErrors({ name, id_card }: Holder, now: Millis, path = ''): FieldError[] {
  const errors: FieldError[] = [];
  const length = tidyName(name).length;
  if (length === 0 || length > MAX_NAME_LENGTH) {
    errors.push({ field: `${path}name`, message: { key: 'holder_name' } });
  }
  if (numberOf(id_card, now) === undefined) {
    errors.push({ field: `${path}id_card`, message: { key: 'resident_id' } });
  }
  return errors;
}

/** A person's name as it is stored: one blank between its parts, none around it. */
export const tidyName = (name: string): string => name.trim().replace(/\s+/g, ' ');

/** A holder without errors in the one form in which it is stored and compared. */
export const tidyHolder = ({ name, id_card }: Holder, now: Millis): Holder => ({
  name: tidyName(name),
  id_card: numberOf(id_card, now) ?? id_card,
});

const MAX_STARS = 5;
const SHOWN_FIRST = 3;
const SHOWN_LAST = 4;

/** The first character of a name, `张*`; the length of a long name is hidden. */
function maskedName(name: string): string {
  const [first = '', ...rest] = [...name];
  return first + '*'.repeat(Math.min(rest.length, MAX_STARS));
}

/** A holder in masked form, as shown everywhere except at check-in: `张*`, `110***********1234`. */
export const maskedHolder = ({ name, id_card }: Holder): Holder => ({
  name: maskedName(name),
  id_card:
    id_card.slice(0, SHOWN_FIRST).padEnd(id_card.length - SHOWN_LAST, '*') + id_card.slice(-SHOWN_LAST),
});
