import type { UserId } from '#events/ids.ts';
import { CERTIFICATION_STATUS } from '#events/status.ts';
import { certificationStream } from '#events/stream-names.ts';
import type { Committer, Outcome } from '#services/commerce/engine/command.ts';
import { certificationKind } from '#services/commerce/staff/certification.ts';
import {
  type DecideCertification,
  decideCertification,
} from '#services/commerce/staff/decide-certification.ts';
import type { Certifications } from './certifications.ts';

interface Parts {
  committer: Pick<Committer, 'submit' | 'read'>;
  certifications: Certifications;
}

/** Updates the row from the log; a repetition changes nothing. */
export function applyCertification({ committer, certifications }: Parts, user: UserId): Promise<void> {
  const stream = certificationStream(user);
  return certifications.apply(user, () =>
    committer.read([stream], (states) => states.get(certificationKind, stream)),
  );
}

/**
 * Decides about a creator: written down first, then done; what died in between the worker makes good.
 * @returns whether anything changed, or the refusal of `decideCertification`
 */
export async function reviewCertification(
  parts: Parts,
  verdict: Omit<DecideCertification, 'certified'>,
): Promise<Outcome<{ changed: boolean }>> {
  const { committer, certifications } = parts;
  const certified = (await certifications.of(verdict.user_id))?.status === CERTIFICATION_STATUS.approved;
  const outcome = await committer.submit(decideCertification({ ...verdict, certified }));
  if (outcome.accepted) await applyCertification(parts, verdict.user_id);
  return outcome;
}
