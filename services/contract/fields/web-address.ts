const IN_FULL = /^https?:\/\/[^/]/i;
const UNREADABLE = /[\s\\\p{Cc}]/u;

/**
 * An address of a page or program that a person wrote: http or https, `//`, a host. Undefined for others. URL itself
 * takes `https:host`, which a browser follows as a path of our own site.
 */
export const webAddress = (text: string): URL | undefined =>
  IN_FULL.test(text) && !UNREADABLE.test(text) && URL.canParse(text) ? new URL(text) : undefined;

/** Whether its text is the form in which addresses are compared. A host alone needs no last slash. */
export const isExact = ({ href, origin }: URL, text: string): boolean => text === href || text === origin;
