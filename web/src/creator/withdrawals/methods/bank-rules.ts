import { residentId } from '#services/contract/tickets/resident-id.ts';

/** The server's rules, for quick feedback while typing. Blanks do not matter. */
const bare = (text: string): string => text.replace(/\s/g, '');

export const isMobile = (text: string): boolean => /^1[3-9]\d{9}$/.test(bare(text));
export const isCard = (text: string): boolean => /^\d{12,19}$/.test(bare(text));
export const isBranch = (text: string): boolean => /^\d{12}$/.test(bare(text));
/** Births in the future are left to the server, which knows the day. */
export const isIdentity = (text: string): boolean => residentId(text, Number.POSITIVE_INFINITY) !== undefined;
