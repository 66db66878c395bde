import { isRefusal, type Refusal } from '#services/runtime/refusal.ts';
import type { InputMessage } from './field-messages.ts';

export interface InputError {
  /** Path of the field in the request, as `sku.0.count`; empty for the whole body. */
  field: string;
  message: InputMessage;
}

/** Every reason for a refusal: those of the deciders, and the API's own. */
export type ApiRefusal =
  | Refusal
  | { code: 'bad_input'; errors: readonly InputError[] }
  | {
      code:
        | 'not_signed_in'
        | 'session_expired'
        | 'other_person'
        | 'bind_required'
        | 'bind_phone_required'
        | 'terms_changed';
    }
  | { code: 'confirm_old_contact' | 'confirm_needed' | 'confirm_wrong' | 'confirm_passkey' }
  | { code: 'factor_missing' }
  | { code: 'second_factor'; half_token: string; factors: readonly ('totp' | 'passkey')[] }
  | { code: 'foreign_origin' | 'sandbox_is_private' | 'body_too_large' | 'too_many_streams' }
  | { code: 'balance_too_small' | 'ticket_forged' | 'storage_away' }
  | { code: 'file_address_changed' | 'file_address_expired' | 'file_address_of_other' | 'file_range' }
  | { code: 'too_many_requests'; retry_after?: number }
  | { code: 'internal'; request_id: string };

export const notFound = { code: 'not_found' } as const;
export const invalid = (field: string, message: InputMessage): ApiRefusal => ({
  code: 'bad_input',
  errors: [{ field, message }],
});

/** Distinguishes a refusal from a result. */
export const isApiRefusal = (value: unknown): value is ApiRefusal => isRefusal(value);
