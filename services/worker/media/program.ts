import { setPriority } from 'node:os';
import { join } from 'node:path';
import { openMediaStore, type StoreSettings } from '#services/modules/media/open-store.ts';
import { type MediaOutcome, type MediaWork, workOn } from '#services/modules/media/variants/media-work.ts';
import type { Config } from '#services/runtime/config.ts';

export type LaneSettings = StoreSettings & Pick<Config, 'ffmpegPath'>;

/**
 * A separate process (lane.ts): checks and makes one file at a time. It yields to everything else on the machine, and its
 * memory is given back at its end.
 */
export interface LaneRequest {
  config: LaneSettings;
  work: MediaWork;
}
export type LaneAnswer = { outcome: MediaOutcome } | { error: string };

const answer = (message: LaneAnswer): void => void process.send?.(message);
const textOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

setPriority(19);
process.once('disconnect', () => process.exit());
// The messages of lane.ts.
process.on('message', ({ config, work }: LaneRequest) => {
  const parts = {
    store: openMediaStore(config),
    ffmpeg: config.ffmpegPath,
    folder: join(config.dataDir, 'media-work'),
  };
  workOn(work, parts).then(
    (outcome) => answer({ outcome }),
    (error: unknown) => answer({ error: textOf(error) }),
  );
});
