import type { Millis } from '#events/time.ts';
import type { Verification } from '#services/audit/verifications.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Verification as Answer } from './contract/audit.ts';

const seconds = (at: Millis): number => Math.floor(at / 1000);

function stateOf({ finished_at, verdict }: Verification): Answer['state'] {
  if (finished_at === null) return 'running';
  if (verdict === null) return 'broken_off';
  return verdict.intact ? 'intact' : 'differs';
}

/** A verification as finance sees it. */
export async function verificationTold(
  { directory }: Pick<Dependencies, 'directory'>,
  one: Verification,
): Promise<Answer> {
  const { number, asked_by, started_at, finished_at, position, head, verdict } = one;
  const names = await directory.usersByIds([asked_by]);
  return {
    ...{ number, position, head },
    asked_by: { user_id: asked_by, name: names.get(asked_by)?.name ?? '' },
    started_at: seconds(started_at),
    finished_at: finished_at === null ? null : seconds(finished_at),
    state: stateOf(one),
    intact: verdict?.intact ? { seals: verdict.seals, events: verdict.events } : null,
    differs:
      verdict === null || verdict.intact
        ? null
        : { position: verdict.position, seal: verdict.seal, what: verdict.what },
  };
}
