import type { UserId } from '#events/ids.ts';
import { CERTIFICATION_STATUS } from '#events/status.ts';
import { certificationStream } from '#events/stream-names.ts';
import { certificationKind } from '#services/commerce/staff/certification.ts';
import {
  type CertificationAnswer,
  checkCertification,
  submitCertification,
} from '#services/contract/accounts/certification.ts';
import { reviewCertification } from '#services/modules/staff/review-certification.ts';
import { type Area, routesOf } from '../http/area.ts';

const seconds = (at: number | null): number | null => (at === null ? null : Math.floor(at / 1000));

/** A creator applies for certification. In the sandbox it is granted immediately. */
export const certificationRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'accounts');
  const { committer, accounts, media } = deps;
  const { certifications } = accounts;

  /** The reason of a rejection or hold, while the reviewed evidence is still the submitted one. */
  async function remarkOf(user: UserId, application_id: string | null): Promise<string> {
    const stream = certificationStream(user);
    const { newest } = await committer.read([stream], (states) => states.get(certificationKind, stream));
    const hasReason = newest?.verdict !== 'approved' && newest?.application_id === application_id;
    return hasReason ? (newest?.reason ?? '') : '';
  }

  async function answerFor(user: UserId): Promise<CertificationAnswer> {
    const found = await certifications.of(user);
    if (!found) {
      return {
        status: CERTIFICATION_STATUS.none,
        url: '',
        remark: '',
        submit_time: null,
        review_time: null,
        is_verified: 0,
      };
    }
    const { status, url, application_id, submitted_at, decided_at } = found;
    const remark = status === CERTIFICATION_STATUS.approved ? '' : await remarkOf(user, application_id);
    const is_verified = status === CERTIFICATION_STATUS.approved ? 1 : 0;
    const times = { submit_time: seconds(submitted_at), review_time: seconds(decided_at) };
    return { status, url, remark, ...times, is_verified };
  }

  on(submitCertification, async ({ body, caller: { user_id } }) => {
    const { url } = body;
    const proof = url.startsWith('/') ? [{ field: 'url', address: url, as: 'any' as const }] : [];
    const strange = await media.pictures.refusalOf(user_id, proof, []);
    if (strange) return strange;
    if (!(await certifications.submit(user_id, url))) {
      return { code: 'state_does_not_allow' };
    }
    if (deps.config.sandbox) {
      const application_id = (await certifications.of(user_id))?.application_id ?? null;
      const reviewed = {
        user_id,
        application_id,
        verdict: 'approve' as const,
        by: null,
        reason: 'sandbox',
      };
      const outcome = await reviewCertification(
        { committer, certifications },
        { ...reviewed, process: 'process:sandbox' },
      );
      if (!outcome.accepted) return outcome.refusal;
    }
    return await answerFor(user_id);
  });

  on(checkCertification, async ({ caller }) => await answerFor(caller.user_id));
};
