import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import { seconds } from '#services/contract/fields/fields.ts';

const certification = z.object({
  /** not requested −1, pending 0, approved 1, rejected 2, on hold 3 */
  status: z.number().int(),
  url: z.string(),
  /** Why it was refused or waits; empty otherwise. */
  remark: z.string(),
  submit_time: seconds.nullable(),
  review_time: seconds.nullable(),
  is_verified: z.number().int(),
});
export const checkCertification = endpoint('GET', '/api/creator/check-certification', {
  access: 'creator',
  answer: certification,
});
export const submitCertification = endpoint('POST', '/api/creator/submit-certification', {
  access: 'creator',
  /** Proof of identity: a page of the creator, or an uploaded picture. */
  body: z.object({
    url: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .refine(
        (url) => url === '' || /^https?:\/\/[^\s]+$/.test(url) || /^\/files\/[0-9A-Za-z._-]+$/.test(url),
        {
          message: 'malformed',
        },
      ),
  }),
  answer: certification,
});

export type CertificationAnswer = z.infer<typeof certification>;
