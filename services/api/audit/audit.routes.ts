import type { Millis } from '#events/time.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import {
  type Verification as Answer,
  getAuditKey,
  getEventProof,
  getSeals,
  getVerification,
  startVerification,
} from '#services/contract/audit/audit.ts';
import { proofOf } from '#services/modules/audit/proof.ts';
import type { Seal } from '#services/modules/audit/seal.ts';
import { listSeals } from '#services/modules/audit/seals.ts';
import type { Verification } from '#services/modules/audit/verifications.ts';
import { rangeOf, tablePage } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { booksAsOf } from '../http/books-as-of.ts';

const seconds = (at: Millis): number => Math.floor(at / 1000);

function stateOf({ finished_at, verdict }: Verification): Answer['state'] {
  if (finished_at === null) return 'running';
  if (verdict === null) return 'broken_off';
  return verdict.intact ? 'intact' : 'differs';
}

/** A verification as finance sees it. */
async function verificationAnswer(
  { directory }: Pick<Dependencies, 'directory'>,
  one: Verification,
): Promise<Answer> {
  const { number, asked_by, started_at, finished_at, position, head, verdict } = one;
  const names = await directory.usersByIds([asked_by]);
  return {
    number,
    position,
    head,
    asked_by: asked_by.startsWith('process:')
      ? { user_id: '', name: '' }
      : { user_id: asked_by, name: names.get(asked_by)?.name ?? '' },
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

const sealAnswer = ({ root, previous, signature, ...seal }: Seal) => ({
  number: seal.number,
  first_position: seal.first_position,
  last_position: seal.last_position,
  sealed_at: seal.sealed_at,
  root: root.toString('hex'),
  previous: previous.toString('hex'),
  signature: signature.toString('hex'),
  time: Math.floor(seal.sealed_at / 1000),
});

/** Seals of the log and proofs of its events; the public key is public. */
export const auditRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'audit');
  const { pool, log, verifications, sealingKey: public_key } = deps;

  on(getAuditKey, async () => ({ public_key }));

  on(getSeals, async ({ query }) => {
    const { until } = await booksAsOf(deps, query.as_of);
    const [seals, head] = await Promise.all([listSeals(pool, { ...rangeOf(query), until }), log.head()]);
    return {
      ...tablePage(query, seals, seals.list.map(sealAnswer)),
      sealed_through: seals.sealed_through,
      head: Math.min(head, until ?? head),
    };
  });

  on(getEventProof, async ({ query: { position } }) => {
    if (position > (await log.head())) return { code: 'not_found' };
    return { proof: (await proofOf(pool, position)) ?? null, public_key };
  });

  const answerOf = async (one: Parameters<typeof verificationAnswer>[1] | undefined) => ({
    verification: one ? await verificationAnswer(deps, one) : null,
  });

  on(getVerification, async () => answerOf(await verifications.newest()));

  on(startVerification, async ({ caller }) => answerOf(await verifications.start(caller.user_id)));
};
