/**
 * The log position of this visit's newest write. Reads that must show it send it as `min_position`, so
 * that nobody saves something and then sees the page without it.
 */
let newest = 0;

export function noteWritten(position: number | undefined): void {
  if (position !== undefined && position > newest) newest = position;
}

/** `min_position` for a read; nothing while this visit wrote nothing. */
export const sinceWritten = (): { min_position?: number } => (newest === 0 ? {} : { min_position: newest });
