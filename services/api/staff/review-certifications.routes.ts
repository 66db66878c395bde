import { reviewCertification } from '#services/accounts/staff/review-certification.ts';
import { ok, refused } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { callerOf } from '../http/caller.ts';
import { listCertifications, decideCertification, getCertification } from './contract/admin.ts';
/** Creators who ask to be certified: looked at with a reason, approved, refused or kept waiting. */
export const reviewCertificationRoutes: Area =
  ({ committer, accounts: { certifications } }) =>
  async (app) => {
    const on = routesOf(app, 'staff');
    on(listCertifications, async (request) => {
      const { page, per_page } = request.query;
      const waiting = await certifications.waiting();
      const list = waiting.slice((page - 1) * per_page, page * per_page);
      return ok({
        list: list.map(({ submitted_at, ...one }) => ({
          ...one,
          submitted_at: Math.floor(submitted_at / 1000),
        })),
        has_more: page * per_page < waiting.length,
        total_count: waiting.length,
      });
    });

    on(getCertification, async (request) => {
      const { id: application_id } = request.params;
      const { reason } = request.query;
      const url = await certifications.look(callerOf(request).user_id, application_id, reason);
      if (url === undefined) return refused(request, { code: 'not_found' });
      return ok({ application_id, url });
    });

    on(decideCertification, async (request) => {
      const { id: application_id } = request.params;
      const { verdict, reason } = request.body;
      // A decided application is answered with its verdict.
      const user_id = await certifications.whose(application_id);
      if (user_id === undefined) return refused(request, { code: 'not_found' });
      const { user_id: by } = callerOf(request);
      const judged = { user_id, application_id, verdict, by, reason, correlation_id: request.id };
      const outcome = await reviewCertification({ committer, certifications }, judged);
      if (!outcome.accepted) return refused(request, outcome.refusal);
      return ok({ application_id, verdict, ...outcome.result, position: outcome.position });
    });
  };
