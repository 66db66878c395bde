import { createHash } from 'node:crypto';
import { asUserId, type UserId } from '#events/ids.ts';
import { id } from '#services/contract/fields/fields.ts';
import { type OpenParams, openParams } from '#services/contract/open/params.ts';
import { OPEN_CALLS, type OpenCallName } from '#services/contract/open/scopes.ts';
import type { AttemptLimit } from '#services/modules/accounts/attempts.ts';
import { isApiRefusal } from '../http/refusals.ts';
import { callRefused, paramsRefused } from './refused-call.ts';
import { echoOf, failure, isSignedBy, paramsOf, type SignedCall } from './signed-call.ts';
import type { OpenWork, Runs } from './work.ts';

const CLOCK_DIFFERENCE_S = 3_600;

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const CALLS_A_DAY = 200_000;
/** Of a token, over all calls. */
const CALLS: AttemptLimit = { most: 600, windowMs: MINUTE_MS, perDay: CALLS_A_DAY };
const MESSAGES: readonly AttemptLimit[] = [
  { most: 10, windowMs: SECOND_MS, perDay: CALLS_A_DAY },
  { most: 1_000, windowMs: 60 * MINUTE_MS, perDay: CALLS_A_DAY },
];

/** Parameters that the call log keeps: ids and pages, never texts. */
const LOGGED = ['page', 'per_page', 'out_trade_no', 'after', 'user_id', 'plan_id', 'sku_id', 'recipient'];
const LOGGED_BYTES = 2_048;

/** The creator of a call, and its scopes. */
interface Signer {
  creator: UserId;
  /** Of the call log: a token, or the application. */
  token_id: string;
  /** Its calls share a limit. */
  counted: string;
  scopes: readonly string[];
}

interface Answer {
  ec: number;
  em: string;
  data: object;
}

/** Of the limits of a token: 0 is all calls, then `MESSAGES` in their order. */
export const openCallCounter = (at: number, counted: string): Buffer =>
  createHash('sha256').update(`open ${at} ${counted}`).digest();

/** Seconds until the token may call again; 0: now. */
async function waitOf({ deps }: OpenWork, { counted }: Signer, name: OpenCallName): Promise<number> {
  if (!deps.config.rateLimits) return 0;
  const waits = await Promise.all(
    [CALLS, ...(name === 'send-msg' ? MESSAGES : [])].map(async (limit, at) => {
      const counter = openCallCounter(at, counted);
      return (await deps.accounts.attempts.reserve(counter, limit)).wait;
    }),
  );
  return Math.max(...waits);
}

async function run<Name extends OpenCallName>(
  runs: Runs,
  name: Name,
  call: SignedCall,
  params: Readonly<Record<string, string>>,
  work: OpenWork,
): Promise<Answer> {
  const read = openParams[name].safeParse(params);
  if (!read.success) return paramsRefused(call, params, read.error);
  const data = await runs[name](work, read.data as OpenParams<Name>);
  if (!isApiRefusal(data)) {
    return { ec: 200, em: name === 'ping' ? 'pong' : '', data: { ...data, request: echoOf(call) } };
  }
  return callRefused(call, data, params);
}

function logged(params: Readonly<Record<string, string>>): string {
  const named = LOGGED.flatMap((name) => (params[name] === undefined ? [] : [[name, params[name]]]));
  const text = JSON.stringify(Object.fromEntries(named));
  return Buffer.byteLength(text) <= LOGGED_BYTES ? text : '{"…":"…"}';
}

/** The token that signed the call, or why there is none. */
async function signer(
  { deps }: OutsideWork,
  call: SignedCall,
  bearer: string | undefined,
): Promise<Signer | ReturnType<typeof failure>> {
  if (bearer !== undefined) {
    const grant = await deps.accounts.oauthGrants.find(bearer);
    const { user_id: creator, grant_id: counted, client_id: token_id, scopes } = grant ?? {};
    if (creator === undefined || counted === undefined || token_id === undefined) {
      return failure(call, 400004, 'no valid token found', 'the access token is not valid');
    }
    return { creator, counted, token_id, scopes: scopes ?? [] };
  }
  const creator = asUserId(call.user_id);
  const tokens = id.safeParse(creator).success ? await deps.accounts.openTokens.secretsOf(creator) : [];
  const signed = tokens.find(({ secret }) => isSignedBy(secret, call));
  if (signed?.revoked || tokens.every(({ revoked }) => revoked)) {
    const explain = signed ? 'the token was revoked' : 'this creator has no token';
    return failure(call, 400004, 'no valid token found', explain);
  }
  const explain = 'sign is not md5(token + debug.kv_string) in lower-case hex';
  if (signed === undefined) return failure(call, 400005, 'sign validation failed', explain);
  const { token_id, scopes } = signed;
  return { creator, token_id, counted: token_id, scopes };
}

type OutsideWork = Omit<OpenWork, 'creator'>;

/**
 * Checks a call in the order of its error codes, and runs it.
 * @param bearer what an access token of OAuth2 names, instead of time and signature; empty: it is not valid
 */
export async function answerCall(
  runs: Runs,
  name: OpenCallName,
  call: SignedCall,
  work: OutsideWork,
  bearer?: string,
): Promise<Answer> {
  const { clock, accounts } = work.deps;
  const params = paramsOf(call);
  const needed = bearer === undefined ? call : { params: call.params };
  const missing = Object.entries(needed).flatMap(([field, value]) => (value === '' ? [field] : []));
  if (name === 'ping' && params && Object.keys(params).length === 0) missing.push('params');
  if (missing.length > 0) {
    return failure(call, 400001, 'params incomplete', `missing: ${missing.join(', ')}`);
  }
  const started = clock.now();
  if (bearer === undefined && !(Math.abs(Number(call.ts) - started / 1000) <= CLOCK_DIFFERENCE_S)) {
    return failure(call, 400002, 'time was expired', 'ts is outdated, 3600s latency was allowed');
  }
  if (params === undefined) {
    const explain = 'params must be a string that holds a JSON object';
    return failure(call, 400003, 'params was not valid json string', explain);
  }
  const token = await signer(work, call, bearer);
  if ('ec' in token) return token;
  const whole = { ...work, creator: token.creator };
  const before = performance.now();
  const answer = await allowed(runs, name, call, params, whole, token);
  await accounts.openCalls.record({
    creator_id: token.creator,
    token_id: token.token_id,
    name,
    params: logged(params),
    ec: answer.ec,
    bytes: Buffer.byteLength(JSON.stringify(answer)),
    ms: Math.round(performance.now() - before),
    at: started,
  });
  return answer;
}

async function allowed(
  runs: Runs,
  name: OpenCallName,
  call: SignedCall,
  params: Readonly<Record<string, string>>,
  work: OpenWork,
  token: Signer,
): Promise<Answer> {
  const wait = await waitOf(work, token, name);
  if (wait > 0) return failure(call, 42900, 'too many requests', `try again in ${wait} s`);
  const scope = OPEN_CALLS[name];
  if (scope !== null && !token.scopes.includes(scope)) {
    return failure(call, 40300, 'not allowed', `the token lacks the scope ${scope}`);
  }
  return run(runs, name, call, params, work);
}
