import type { z } from 'zod';
import { comparedUri, isPrivateUse, isRedirectUri } from '#services/contract/open/apps.ts';
import type { allowAuthorization } from '#services/contract/open/oauth.ts';
import { OAUTH_SCOPES, type OauthScope } from '#services/contract/open/scopes.ts';
import type { OauthApp, OauthApps } from '#services/modules/open/apps.ts';
import { type ApiRefusal, invalid, notFound } from '../../http/refusals.ts';

/** An application's question that a person can answer, or why not. */
interface Authorization {
  app: OauthApp;
  redirect_uri: string;
  scopes: OauthScope[];
  challenge: string | null;
  refused:
    | { error: 'invalid_request' | 'invalid_scope' | 'unsupported_response_type'; error_description: string }
    | undefined;
}

type AuthorizationRequest = z.output<(typeof allowAuthorization)['body']>;

const CHALLENGE = /^[\w-]{43}$/;

/** An address that was encoded twice. */
function decoded(uri: string): string {
  if (uri.includes('://') || isPrivateUse(uri)) return uri;
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

/** `https://host` of an address. When that is registered, every address of the host is allowed. */
const hostOf = (uri: string): string => (isRedirectUri(uri) ? new URL(uri).origin : '');

/** A registered address with the result and the state. */
export function backTo(redirect_uri: string, result: Record<string, string>, state: string): string {
  const query = new URLSearchParams({ ...result, ...(state !== '' && { state }) });
  return `${redirect_uri}${redirect_uri.includes('?') ? '&' : '?'}${query}`;
}

function scopesOf(scopeText: string, isCreator: boolean): OauthScope[] | undefined {
  const names = new Set(['basic', ...scopeText.split(/[\s,]+/).filter((name) => name !== '')]);
  const known = OAUTH_SCOPES.filter((scope) => names.has(scope));
  if (known.length < names.size) return undefined;
  return isCreator ? known : ['basic'];
}

function refusalOf(
  { response_type, code_challenge, code_challenge_method }: AuthorizationRequest,
  app: OauthApp,
) {
  if (response_type !== '' && response_type !== 'code') {
    return { error: 'unsupported_response_type', error_description: 'response_type must be code' } as const;
  }
  const invalidRequest = (error_description: string) =>
    ({ error: 'invalid_request', error_description }) as const;
  if (code_challenge === '' && code_challenge_method === '') {
    if (app.secret_hash !== null) return undefined;
    return invalidRequest('an application without a secret must send code_challenge');
  }
  if (code_challenge_method !== 'S256') return invalidRequest('code_challenge_method must be S256');
  if (!CHALLENGE.test(code_challenge)) return invalidRequest('code_challenge is not valid');
  return undefined;
}

/** An unknown application and a foreign address are refused, without a redirect. */
export async function authorizationOf(
  apps: Pick<OauthApps, 'find'>,
  request: AuthorizationRequest,
  isCreator: boolean,
): Promise<Authorization | ApiRefusal> {
  const app = await apps.find(request.client_id);
  if (app === undefined) return notFound;
  const redirect_uri = decoded(request.redirect_uri);
  // Older versions registered addresses that a browser reads as paths of our site.
  const compared = comparedUri(redirect_uri);
  const known = app.redirect_uris.some(
    (one) => comparedUri(one) === compared || one === hostOf(redirect_uri),
  );
  if (!known || !isRedirectUri(redirect_uri)) return invalid('redirect_uri', { key: 'unknown' });
  const scopes = scopesOf(request.scope, isCreator);
  const wrongScope = { error: 'invalid_scope', error_description: 'scope has an unknown name' } as const;
  return {
    app,
    redirect_uri,
    scopes: scopes ?? [],
    challenge: request.code_challenge || null,
    refused: refusalOf(request, app) ?? (scopes === undefined ? wrongScope : undefined),
  };
}
