import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { WATERMARK } from '#events/status.ts';
import type { openProfiles } from '#services/modules/accounts/profiles.ts';
import type { MediaJob, MediaJobs, MediaStep } from '#services/modules/media/variants/media-jobs.ts';
import type { MediaOutcome, MediaWork } from '#services/modules/media/variants/media-work.ts';
import type { LaneAnswer, LaneRequest, LaneSettings } from './program.ts';

const PROGRAM = fileURLToPath(new URL('./program.ts', import.meta.url));
/** For one file; a hanging program is killed. */
const MAX_MS = { files: 600_000, films: 10 * 3_600_000 } as const;
const MAX_HEAP_MB = 256;

export interface MediaLane {
  jobs: MediaJobs;
  profiles: Pick<ReturnType<typeof openProfiles>, 'byId'>;
  /** For the program that does the work. */
  config: LaneSettings;
  onError(error: unknown): void;
}

/** Asks the program for one file. It is started with the first one. */
function laneProgram(config: LaneSettings) {
  let program: ChildProcess | undefined;
  function started(): ChildProcess {
    program ??= fork(PROGRAM, {
      execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${MAX_HEAP_MB}`],
      env: {},
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    return program;
  }
  const end = (): void => {
    program?.kill('SIGKILL');
    program = undefined;
  };
  return {
    end,
    async work(work: MediaWork, signal: AbortSignal): Promise<MediaOutcome> {
      const child = started();
      const { promise, resolve, reject } = Promise.withResolvers<LaneAnswer>();
      const most = MAX_MS[work.film ? 'films' : 'files'];
      const timer = setTimeout(() => reject(new Error(`more than ${most / 1000} s`)), most);
      const stop = (): void => reject(new Error('the worker stops'));
      const gone = (code: number | null, by: string | null): void =>
        reject(new Error(`ended with ${code ?? by}`));
      signal.addEventListener('abort', stop, { once: true });
      child.once('error', reject).once('exit', gone);
      // The answer of program.ts.
      child.once('message', (message) => resolve(message as LaneAnswer));
      child.send({ config, work } satisfies LaneRequest);
      try {
        const answer = await promise;
        if ('error' in answer) throw new Error(answer.error);
        return answer.outcome;
      } catch (error) {
        end();
        throw error;
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        child.removeAllListeners();
      }
    },
  };
}

/** The creator's watermark; null for fans, and for creators without one. */
async function markOf({ profiles }: MediaLane, { owner_id, kind }: MediaJob): Promise<MediaWork['mark']> {
  if (kind !== 'picture') return null;
  const { creator = null, url_slug = '' } = (await profiles.byId(owner_id)) ?? {};
  if (creator === null || creator.watermark === WATERMARK.none) return null;
  return { text: `@${url_slug}`, kind: creator.watermark };
}

/**
 * Makes the variants of all files that are due, one at a time, in a process of low priority. A worker that is killed leaves
 * the job; the next one writes the same objects.
 * @param step `files`: checks and pictures, in seconds. `films`: sizes of videos, in hours; they have a lane of their own
 * @returns undefined: jobs come at any time
 */
export async function makeDueVariants(
  lane: MediaLane,
  signal: AbortSignal,
  step: MediaStep = 'files',
): Promise<undefined> {
  const program = laneProgram(lane.config);
  try {
    while (!signal.aborted) {
      const job = await lane.jobs.next(step);
      if (job === undefined) return;
      const { file_id, kind, object, bytes, width, height } = job;
      const film = step === 'films' ? { width, height } : undefined;
      const more = step === 'files' && kind === 'video' && lane.config.ffmpegPath !== undefined;
      let outcome: MediaOutcome;
      try {
        outcome = await program.work({ kind, object, bytes, film, mark: await markOf(lane, job) }, signal);
      } catch (error) {
        if (signal.aborted) {
          await lane.jobs.interrupted(job);
          return;
        }
        const next = await lane.jobs.failed(job);
        lane.onError(new Error(`variants of ${file_id}: ${next}`, { cause: error }));
        continue;
      }
      if ('problem' in outcome) {
        await lane.jobs.refused(file_id, outcome.problem);
      } else {
        await lane.jobs.made(file_id, outcome, more);
      }
    }
  } finally {
    program.end();
  }
}
