/** The creator for whom a member of the team works in this tab. The server checks every call. */
const KEY = 'acting_for';

export function actingCreator(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    // storage switched off by the browser: people work for themselves
    return null;
  }
}

export function stopActing(): void {
  if (actingCreator() !== null) sessionStorage.removeItem(KEY);
}

/** Opens the studio of a creator, or one's own pages. It loads a whole page, so that no earlier data remains. */
export function actFor(creator_id: string | null, path: string): void {
  if (creator_id === null) stopActing();
  else sessionStorage.setItem(KEY, creator_id);
  window.location.assign(path);
}
