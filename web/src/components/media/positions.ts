const KEY = 'audio_positions';
const MAX_KEPT = 50;
/** The first and the last seconds are not worth to continue from. */
const EDGE_S = 10;

function kept(): [file_id: string, seconds: number][] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.flatMap((one) =>
      Array.isArray(one) && typeof one[0] === 'string' && typeof one[1] === 'number'
        ? [[one[0], one[1]]]
        : [],
    );
  } catch {
    return []; // not ours, or storage is disabled
  }
}

/** Where the person stopped listening, in seconds; 0 for the beginning. */
export const keptPosition = (file_id: string): number => kept().find(([id]) => id === file_id)?.[1] ?? 0;

/** Keeps it on this device, for the last 50 files. */
export function keepPosition(file_id: string, seconds: number, length: number): void {
  const others = kept().filter(([id]) => id !== file_id);
  const isEdge = seconds < EDGE_S || seconds > length - EDGE_S;
  try {
    const all = isEdge ? others : [[file_id, Math.floor(seconds)], ...others];
    localStorage.setItem(KEY, JSON.stringify(all.slice(0, MAX_KEPT)));
  } catch {
    // storage is disabled, or full
  }
}
