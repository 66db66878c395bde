/** The longest name in a message, in characters. */
const MOST = 60;

/** Controls, line breaks and invisible characters. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** With a scheme; beginning with www; a mail address; or a host name, also with full-width points. */
const ADDRESS =
  /\S*:[/\\]{2}\S*|www[.．｡]\S+|\S+[@＠]\S+|[\p{L}\p{N}-]+(?:[.．｡][\p{L}\p{N}-]+)*[.．｡]\p{L}[\p{L}\p{N}-]+(?:[:/\\?#]\S*)?/giu;

/** Between the punctuation of Chinese that is no part of an address and stays as it was typed. */
const FOLDED = /[^，：；！？（）～]+/gu;

/**
 * A text of other people as a message names it: one line, without addresses, which mail programs would make links,
 * at most 60 characters.
 */
export function plainName(text: string): string {
  const folded = text.replace(HIDDEN, ' ').replace(FOLDED, (part) => part.normalize('NFKC'));
  const line = folded.replace(HIDDEN, ' ');
  const name = line.replace(ADDRESS, '…').replace(/\s+/gu, ' ').trim();
  const characters = Array.from(name);
  return characters.length > MOST ? `${characters.slice(0, MOST - 1).join('')}…` : name;
}
