/**
 * The log position of this visit's latest write. Reads send it as `min_position`, so that a saved change is always
 * visible.
 */
let newest = 0;

export function noteWritten(position: number | undefined): void {
  if (position !== undefined && position > newest) newest = position;
}

/** `min_position` for a read; nothing while this visit wrote nothing. */
export const sinceWritten = (): { min_position?: number } => (newest === 0 ? {} : { min_position: newest });
