import type { Folded } from '../engine/stream-kind.ts';
import type { Snapshots } from './snapshots.ts';

/** Streams whose last save is remembered; others are only saved again. */
const REMEMBERED = 10_000;
/** Streams that wait to be saved; those beyond are saved with a later event. */
const MAX_DUE = 1_000;

/** Writes snapshots after commits, in the background; a failed one is repeated later. */
export function snapshotWriter(snapshots: Snapshots, every: number) {
  const savedAt = new Map<string, number>();
  let due = new Map<string, Folded>();
  let saving: Promise<void> | undefined;

  async function save(): Promise<void> {
    while (due.size > 0) {
      const folds = due;
      due = new Map();
      // Without it the stream is read from the snapshot before, or from its beginning.
      await snapshots.save(folds).catch(() => undefined);
    }
    saving = undefined;
  }

  return {
    /** Events of a stream between two snapshots; a stream with no more has none. */
    every,
    /** Saves the fold, some time later, when enough events have come since the last one saved. */
    consider(stream: string, folded: Folded): void {
      if (folded.version + 1 < every || due.size >= MAX_DUE) return;
      const block = Math.floor((folded.version + 1) / every);
      if (savedAt.get(stream) === block) return;
      if (savedAt.size >= REMEMBERED) savedAt.clear();
      savedAt.set(stream, block);
      due.set(stream, folded);
      saving ??= save();
    },
    /** Resolves when nothing is being saved. */
    async idle(): Promise<void> {
      await saving;
    },
  };
}

export type SnapshotWriter = ReturnType<typeof snapshotWriter>;
