import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import { id, list, nothing, requiredLine, seconds } from '#services/contract/fields/fields.ts';
import { documentType } from './documents.ts';

/** The fields of a holder; `documents.ts` has the rules of the numbers. */
const holderName = requiredLine(40, 'holder_name');
/** Every error has the same sentence. */
const number = z.string({ error: 'resident_id' }).max(40);

export const validateIdcard = endpoint('POST', '/api/user/idcard-validate', {
  access: 'fan',
  /** Without `id_type` a resident identity card */
  body: z.object({ name: holderName, id_type: documentType.optional(), id_card: number.min(1) }),
  answer: nothing,
});
/** Without `identity_id` a new record. An existing one keeps document and number if no number is entered. */
const editIdentity = z
  .object({
    identity_id: id.optional(),
    name: holderName,
    id_type: documentType.optional(),
    id_card: number.default(''),
  })
  .refine(
    ({ identity_id, id_type = 'resident_id', id_card }) =>
      identity_id !== undefined || id_type !== 'resident_id' || id_card !== '',
    { path: ['id_card'], message: 'resident_id' },
  );

export const deleteIdcard = endpoint('POST', '/api/user/delete-idcard', {
  access: 'fan',
  body: z.object({ identity_id: id }),
  answer: nothing,
});

const identity = z.object({
  identity_id: id,
  /** Masked, as `张*`. */
  name: z.string(),
  id_type: documentType,
  /** Masked, as `110***********1234`. */
  id_card: z.string(),
  update_time: seconds,
});
export const identityAnswer = z.object({ identity });
export const editIdcard = endpoint('POST', '/api/user/edit-idcard', {
  access: 'fan',
  body: editIdentity,
  answer: identityAnswer,
});
/** Null when there is none yet. */
export const oneIdentityAnswer = z.object({ identity: identity.nullable() });
export const getIdcard = endpoint('GET', '/api/user/idcard', {
  access: 'fan',
  /** Without an id: the latest saved record. */
  query: z.object({ identity_id: id.optional() }),
  answer: oneIdentityAnswer,
});
/** Without pages: at most 50, newest first. */
export const identitiesAnswer = list(identity);
export const listIdcards = endpoint('GET', '/api/user/all-idcards', {
  access: 'fan',
  answer: identitiesAnswer,
});

export type Identity = z.infer<typeof identity>;
