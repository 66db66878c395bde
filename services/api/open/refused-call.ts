import type { z } from 'zod';
import type { OpenFailure } from '#services/contract/open/answers.ts';
import { OPEN_CALLS } from '#services/contract/open/scopes.ts';
import { messageText } from '../http/field-messages.ts';
import { refusalText } from '../http/refusal-text.ts';
import type { ApiRefusal } from '../http/refusals.ts';
import { failure, type SignedCall } from './signed-call.ts';

type Params = Readonly<Record<string, string>>;

/** Characters of a value that a refusal repeats. */
const MAX_SHOWN = 60;

const shown = (value: string | undefined): string =>
  value === undefined
    ? '(missing)'
    : JSON.stringify(value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value);

/** Parameters that name something of the creator's, in the order in which calls use them. */
const NAMING = ['plan_id', 'sku_id', 'recipient'];

/** `field "value": rule` for the first rule that a parameter breaks. */
function ruleOf({ issues: [issue] }: z.ZodError, params: Params): string {
  if (issue === undefined) return 'params: not valid';
  const field = String(issue.path[0] ?? 'params');
  const given = `${field} ${shown(params[field])}`;
  switch (issue.code) {
    case 'invalid_value':
      return `${given}: must be one of ${issue.values.join(', ')}`;
    case 'too_big':
      return `${field}: has ${params[field]?.length} characters, at most ${issue.maximum} are allowed`;
    case 'too_small':
      return `${given}: must have at least ${issue.minimum} characters`;
    case 'invalid_type':
      return `${given}: required`;
    default:
      return field === 'after'
        ? `${given}: must be a position, a whole number from 0 with at most 15 digits`
        : `${given}: must be an id or text of the allowed letters`;
  }
}

/** A call whose parameters do not fit: 400001 when one is missing, else 40000. */
export function paramsRefused(call: SignedCall, params: Params, error: z.ZodError): OpenFailure {
  const missing = error.issues.flatMap(({ path: [field = ''] }) =>
    String(field) in params ? [] : String(field),
  );
  return missing.length > 0
    ? failure(call, 400001, 'params incomplete', `missing in params: ${missing.join(', ')}`)
    : failure(call, 40000, 'params invalid', ruleOf(error, params));
}

/** A refusal as programs read it: it names field and value, and no page. */
export function callRefused(call: SignedCall, refusal: ApiRefusal, params: Params): OpenFailure {
  const { ec, em } = refusalText(refusal, 'en-US');
  switch (refusal.code) {
    case 'not_found': {
      const field = NAMING.find((name) => name in params) ?? 'params';
      return failure(
        call,
        ec,
        'not found',
        `${field} ${shown(params[field])}: this creator has none of this id`,
      );
    }
    case 'bad_input': {
      const [error] = refusal.errors;
      if (error === undefined) return failure(call, ec, 'params invalid', 'params: not valid');
      const rule = messageText(error.message, 'en-US');
      return failure(call, ec, 'params invalid', `${error.field} ${shown(params[error.field])}: ${rule}`);
    }
    case 'body_too_large':
      return failure(call, ec, 'body too large', 'a call has at most 64 KiB, update-plan-reply 1 MiB');
    case 'idempotency_key_reused': {
      const key = params.idempotency_key;
      return failure(
        call,
        ec,
        'idempotency key reused',
        `idempotency_key ${shown(key)}: used for other lines`,
      );
    }
    case 'state_does_not_allow':
      return failure(call, ec, 'not possible now', 'the state of what the call names does not allow it now');
    default:
      return failure(call, ec, em.toLowerCase(), em);
  }
}

/** An address below `/api/open/` that is no call. */
export const unknownCall = (call: SignedCall, method: string, path: string): OpenFailure =>
  failure(
    call,
    40400,
    'not found',
    `${method} ${path.slice(0, MAX_SHOWN)}: the calls are POST /api/open/ with ${Object.keys(OPEN_CALLS).join(', ')}`,
  );
