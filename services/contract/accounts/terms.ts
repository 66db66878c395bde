import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import { seconds, termsVersion } from '#services/contract/fields/fields.ts';

const consent = z.object({
  /** The version that holds now */
  terms_version: termsVersion,
  /** The newest version that the caller agreed to; empty: none is recorded */
  agreed_version: z.union([termsVersion, z.literal('')]),
  /** When; 0 without one */
  agree_time: seconds,
});

/** What the caller agreed to: terms of use and privacy policy. */
export const getConsent = endpoint('GET', '/api/my/terms', { access: 'fan', answer: consent });

/** Agrees to the version that holds now; another one is refused (40902). Again changes nothing. */
export const acceptTerms = endpoint('POST', '/api/my/accept-terms', {
  access: 'fan',
  body: z.object({ terms_version: termsVersion }),
  answer: consent,
});
