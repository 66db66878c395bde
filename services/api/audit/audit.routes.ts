import { proofOf } from '#services/audit/proof.ts';
import type { Seal } from '#services/audit/seal.ts';
import { listSeals } from '#services/audit/seals.ts';
import { answers, ok, refused } from '../http/answer.ts';
import type { Area } from '../http/area.ts';
import { booksAsOf } from '../http/books-as-of.ts';
import { callerOf } from '../http/caller.ts';
import {
  proofAnswer,
  proofQuery,
  publicKey,
  sealsAnswer,
  sealsQuery,
  startVerification,
  verificationAnswer,
} from './contract/audit.ts';
import { verificationTold } from './verification-answer.ts';

const tags = ['audit'];

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

/** Seals over the log and proofs of what stands in it; the key is everybody's. */
export const auditRoutes: Area = (deps) => async (app) => {
  const { pool, log, verifications, sealingKey: public_key } = deps;

  app.get(
    '/api/audit/public-key',
    { config: { access: 'guest' }, schema: { response: answers(publicKey), tags } },
    async () => ok({ public_key }),
  );

  app.get(
    '/api/finance/audit/seals',
    {
      config: { access: 'finance' },
      schema: { querystring: sealsQuery, response: answers(sealsAnswer), tags },
    },
    async (request) => {
      const { page, per_page, as_of } = request.query;
      const offset = (page - 1) * per_page;
      const { until } = await booksAsOf(deps, as_of);
      const [{ list, total_count, sealed_through }, head] = await Promise.all([
        listSeals(pool, { limit: per_page, offset, until }),
        log.head(),
      ]);
      return ok({
        list: list.map(sealAnswer),
        has_more: offset + list.length < total_count,
        total_count,
        sealed_through,
        head: Math.min(head, until ?? head),
      });
    },
  );

  app.get(
    '/api/finance/audit/proof',
    {
      config: { access: 'finance' },
      schema: { querystring: proofQuery, response: answers(proofAnswer), tags },
    },
    async (request) => {
      const { position } = request.query;
      if (position > (await log.head())) return refused(request, { code: 'not_found' });
      return ok({ proof: (await proofOf(pool, position)) ?? null, public_key });
    },
  );

  const told = async (one: Parameters<typeof verificationTold>[1] | undefined) =>
    ok({ verification: one ? await verificationTold(deps, one) : null });

  app.get(
    '/api/finance/audit/verification',
    { config: { access: 'finance' }, schema: { response: answers(verificationAnswer), tags } },
    async () => told(await verifications.newest()),
  );

  app.post(
    '/api/finance/audit/verify',
    {
      config: { access: 'finance' },
      schema: {
        body: startVerification,
        response: answers(verificationAnswer),
        tags,
        description:
          'Recomputes every seal over the log, in a process of its own. One at a time: while one goes on, that one is joined.',
      },
    },
    async (request) => told(await verifications.start(callerOf(request).user_id)),
  );
};
