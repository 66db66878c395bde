import type { Identity } from '#services/contract/tickets/identities.ts';

/**
 * The holder of each ticket, by id of the saved record; empty without one. A ticket without a choice gets the first
 * unused saved person.
 */
export function holdersOf(
  tickets: number,
  chosen: readonly (string | undefined)[],
  saved: readonly Identity[],
): string[] {
  const known = new Set(saved.map(({ identity_id }) => identity_id));
  const wanted = Array.from({ length: tickets }, (_, at) => {
    const id = chosen[at];
    return id !== undefined && (id === '' || known.has(id)) ? id : undefined;
  });
  const free = saved.map(({ identity_id }) => identity_id).filter((id) => !wanted.includes(id));
  return wanted.map((id) => id ?? free.shift() ?? '');
}
