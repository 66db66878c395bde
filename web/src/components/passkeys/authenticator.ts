import { startAuthentication, startRegistration, WebAuthnAbortService } from '@simplewebauthn/browser';
import type { PasskeyRequest, setUpPasskey } from '#services/contract/accounts/passkeys.ts';
import { type DataOf, PASSKEY_CONFIRM } from '#services/contract/endpoint.ts';
import { PasskeyStopped } from './passkey-stopped.ts';

/** Passkeys of this browser. Loaded when one is made or used: no page waits for it. */

function stopped(cause: unknown): never {
  throw new PasskeyStopped(cause);
}

/** Asks the person to make a passkey. Throws PasskeyStopped. */
export const makePasskey = (options: DataOf<typeof setUpPasskey>) =>
  startRegistration({ optionsJSON: options }).catch(stopped);

/**
 * Asks the person to use a passkey. Throws PasskeyStopped, also when another request begins.
 * @param byAutofill the browser lists passkeys at the field of the account, until one is chosen
 */
export const signByPasskey = (request: PasskeyRequest, byAutofill = false) =>
  startAuthentication({ optionsJSON: request, useBrowserAutofill: byAutofill }).catch(stopped);

/** The same as the text of the header `x-confirm`. */
export async function passkeyConfirmation(request: PasskeyRequest): Promise<string> {
  const { id, rawId, type, response } = await signByPasskey(request);
  // All of it is ASCII.
  const text = btoa(JSON.stringify({ id, rawId, type, response }));
  return PASSKEY_CONFIRM + text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Ends a request that waits. */
export const stopPasskey = (): void => WebAuthnAbortService.cancelCeremony();
