import { proofOf } from '#services/audit/proof.ts';
import type { Seal } from '#services/audit/seal.ts';
import { listSeals, newestSeal } from '#services/audit/seals.ts';
import { answers, ok, refused } from '../answer.ts';
import type { Area } from '../areas.ts';
import { proofAnswer, proofQuery, publicKey, sealsAnswer, sealsQuery } from '../contract/audit.ts';

const tags = ['Audit'];

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
  const { pool, log, sealingKey: public_key } = deps;

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
      const { page, per_page } = request.query;
      const offset = (page - 1) * per_page;
      const [{ list, total_count }, newest, head] = await Promise.all([
        listSeals(pool, { limit: per_page, offset }),
        newestSeal(pool),
        log.head(),
      ]);
      return ok({
        list: list.map(sealAnswer),
        has_more: offset + list.length < total_count,
        total_count,
        sealed_through: newest?.last_position ?? 0,
        head,
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
};
