/** Hexadecimal digits of a ticket's code: the first of its id. */
export const CODE_DIGITS = 12;

const TYPED_CODE = /^[0-9a-f]{6,32}$/;
const CODE_GROUP = /.{4}(?=.)/g;

/** The spoken form of a ticket's code: `6B1F-0C0A-1B27`. */
export const codeOf = (ticket_id: string): string =>
  ticket_id.slice(0, CODE_DIGITS).toUpperCase().replace(CODE_GROUP, '$&-');

/**
 * The typed beginning of a ticket's id: blanks and dashes are ignored, O counts as zero, I and l as one.
 * Undefined if it is no code, or shorter than six digits.
 */
export function typedTicketCode(text: string): string | undefined {
  const plain = text.normalize('NFKC').toLowerCase().replace(/[\s-]/g, '');
  const code = plain.replaceAll('o', '0').replace(/[il]/g, '1');
  return TYPED_CODE.test(code) ? code : undefined;
}
