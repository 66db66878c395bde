import { decideCertification, getCertification, listCertifications } from '#services/contract/staff/admin.ts';
import { reviewCertification } from '#services/modules/staff/review-certification.ts';
import { type Area, routesOf } from '../http/area.ts';
/** Reviews of certification requests: viewed with a reason, approved, rejected or put on hold. */
export const reviewCertificationRoutes: Area =
  ({ committer, accounts: { certifications } }) =>
  async (app) => {
    const on = routesOf(app, 'staff');
    on(listCertifications, async ({ query: { page, per_page } }) => {
      const waiting = await certifications.waiting();
      const list = waiting.slice((page - 1) * per_page, page * per_page);
      return {
        list: list.map(({ submitted_at, ...one }) => ({
          ...one,
          submitted_at: Math.floor(submitted_at / 1000),
        })),
        has_more: page * per_page < waiting.length,
        total_count: waiting.length,
      };
    });

    on(getCertification, async ({ query: { reason }, params: { id: application_id }, caller }) => {
      const url = await certifications.look(caller.user_id, application_id, reason);
      if (url === undefined) return { code: 'not_found' };
      return { application_id, url };
    });

    on(decideCertification, async ({ body, params, caller: { user_id: by } }) => {
      const { id: application_id } = params;
      const { verdict, reason } = body;
      // A decided application is answered with its verdict.
      const user_id = await certifications.whose(application_id);
      if (user_id === undefined) return { code: 'not_found' };
      const judged = { user_id, application_id, verdict, by, reason };
      const outcome = await reviewCertification({ committer, certifications }, judged);
      if (!outcome.accepted) return outcome.refusal;
      return { application_id, verdict, ...outcome.result, position: outcome.position };
    });
  };
