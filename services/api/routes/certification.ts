import type { UserId } from '#events/ids.ts';
import { APPROVED } from '#services/accounts/certifications.ts';
import { answers, ok, refused } from '../answer.ts';
import type { Area } from '../areas.ts';
import { callerOf } from '../caller.ts';
import { type CertificationAnswer, certification, submitCertification } from '../contract/certification.ts';

const tags = ['Creators'];
const NOT_ASKED = -1;
const seconds = (at: number | null): number | null => (at === null ? null : Math.floor(at / 1000));

/** A creator shows who they are and is certified, or not. In the sandbox nobody reviews: it is granted at once. */
export const certificationRoutes: Area = (deps) => async (app) => {
  const { certifications } = deps.accounts;

  async function answerFor(user: UserId): Promise<CertificationAnswer> {
    const found = await certifications.of(user);
    if (!found) return { status: NOT_ASKED, url: '', submit_time: null, review_time: null, is_verified: 0 };
    const { status, url, submitted_at, decided_at } = found;
    const is_verified = status === APPROVED ? 1 : 0;
    return { status, url, submit_time: seconds(submitted_at), review_time: seconds(decided_at), is_verified };
  }

  app.post(
    '/api/creator/submit-certification',
    {
      config: { access: 'creator' },
      schema: { body: submitCertification, response: answers(certification), tags },
    },
    async (request) => {
      const { user_id } = callerOf(request);
      if (!(await certifications.submit(user_id, request.body.url))) {
        return refused(request, { code: 'state_does_not_allow' });
      }
      if (deps.config.sandbox) await certifications.decide(user_id, APPROVED);
      return ok(await answerFor(user_id));
    },
  );

  app.get(
    '/api/creator/check-certification',
    { config: { access: 'creator' }, schema: { response: answers(certification), tags } },
    async (request) => ok(await answerFor(callerOf(request).user_id)),
  );
};
