import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { asUserId, type UserId } from '#events/ids.ts';
import {
  type Access,
  type AccessRule,
  CONFIRM_HEADER,
  PERSON_HEADER,
  TEAM_HEADER,
  type TeamRight,
} from '#services/contract/endpoint.ts';
import type { Confirmations } from '#services/modules/accounts/factors/confirmations.ts';
import type { LiveSession } from '#services/modules/accounts/session.ts';
import { refused } from './answer.ts';
import { tooManyCalls, waitOfRefused } from './rate-limits.ts';
import type { ApiRefusal } from './refusals.ts';
import { SESSION_COOKIE } from './session/session-cookie.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route with its rule, in the order of registration. */
    listedRoutes: readonly RouteOptions[];
  }
  interface FastifyRequest {
    /** Null for a guest. */
    session: LiveSession | null;
  }
  interface FastifyContextConfig {
    /** Every route must state it: the server does not start with one that does not. */
    access?: Access;
    /** Missing: no member of a team. */
    right?: TeamRight | readonly TeamRight[];
    /** A fresh code or signature confirms the call. */
    confirm?: 'always' | 'secured' | 'staff' | 'factor';
    /** Read models that the answer comes from. */
    reads?: readonly string[];
    /** A GET that changes something: it needs the header `locale-lang`, which no foreign page can send. */
    changes?: true;
    /** Bytes of the file that it takes at most. */
    largest_file?: number;
    most_values?: number;
  }
}

interface SessionFinder {
  /** A promise only when it has to be read. */
  find(sid: string): LiveSession | undefined | Promise<LiveSession | undefined>;
  /** The same, as the database has it now. */
  refresh(sid: string): Promise<LiveSession | undefined>;
}

interface AccessOptions {
  sandbox: boolean;
  /** Staff needs a second factor. */
  secondFactor: boolean;
  confirmations: Pick<Confirmations, 'refusal'>;
  sessions: SessionFinder;
  team: {
    /** As the database has them now; none for a person who is not in the team. */
    rightsOf(creator: string, user: UserId): Promise<readonly TeamRight[]>;
  };
}

/** Letters of a code or signature that confirms a call. */
const MAX_CONFIRM = 8_000;

const rulesOf = (access: Access): readonly AccessRule[] => (typeof access === 'string' ? [access] : access);

const isStaffRule = (rule: AccessRule): boolean =>
  rule === 'support' || rule === 'finance' || rule === 'admin';

function admits(rule: AccessRule, session: LiveSession | null, sandbox: boolean): boolean {
  switch (rule) {
    case 'guest':
    case 'provider':
      return true;
    case 'sandbox':
      return sandbox;
    case 'fan':
      return session !== null;
    case 'creator':
      return session?.is_creator === true;
    case 'support':
    case 'finance':
    case 'admin':
      return session?.roles.includes(rule) === true;
    default:
      return rule satisfies never;
  }
}

interface Token {
  text: string;
  /** Sent by the browser on its own, so that a foreign page could make it be sent. */
  byCookie: boolean;
}

function tokenOf(request: FastifyRequest): Token | undefined {
  const header = request.headers.authorization;
  if (header?.startsWith('Bearer ')) return { text: header.slice(7), byCookie: false };
  const cookie = request.cookies[SESSION_COOKIE];
  return cookie ? { text: cookie, byCookie: true } : undefined;
}

/** The token of the caller's session; empty for a guest. */
export const sentToken = (request: FastifyRequest): string => tokenOf(request)?.text ?? '';

function sameOrigin(request: FastifyRequest, origin: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === request.host;
}

/** Neither a foreign page nor a HEAD request can act in a visitor's name. */
function originRefusal(request: FastifyRequest, token: Token | undefined): ApiRefusal | undefined {
  const { method } = request;
  const { changes, access } = request.routeOptions.config;
  // A HEAD request only reads.
  if (method === 'HEAD' && changes) return { code: 'not_found' };
  if (method === 'GET' || method === 'HEAD') {
    return changes && !request.headers['locale-lang'] ? { code: 'foreign_origin' } : undefined;
  }
  if (method === 'OPTIONS' || access === 'provider' || (token && !token.byCookie)) return undefined;
  const { origin } = request.headers;
  if (origin === undefined) return token ? { code: 'foreign_origin' } : undefined;
  return sameOrigin(request, origin) ? undefined : { code: 'foreign_origin' };
}

function accessRefusal(
  access: Access,
  session: LiveSession | null,
  tokenIsOurs: boolean,
  { sandbox, secondFactor }: Pick<AccessOptions, 'sandbox' | 'secondFactor'>,
): ApiRefusal | undefined {
  const rules = rulesOf(access);
  const admitting = rules.filter((rule) => admits(rule, session, sandbox));
  const lacksFactor = secondFactor && session?.has_factor !== true;
  if (admitting.some((rule) => !(lacksFactor && isStaffRule(rule)))) return undefined;
  if (admitting.length > 0) return { code: 'factor_missing' };
  if (rules.includes('sandbox')) return { code: 'not_found' };
  if (session !== null) return { code: 'not_allowed' };
  return { code: tokenIsOurs ? 'session_expired' : 'not_signed_in' };
}

/** A page of one account does not act for the one that another window signed in to meanwhile. */
function showsOther(request: FastifyRequest, { user_id }: LiveSession): boolean {
  const shown = request.headers[PERSON_HEADER];
  return request.method !== 'GET' && request.method !== 'HEAD' && shown !== undefined && shown !== user_id;
}

/** The session of a member on a route of the creator that the header names; undefined without the right. */
async function memberSession(
  request: FastifyRequest,
  member: LiveSession,
  team: AccessOptions['team'],
): Promise<LiveSession | undefined> {
  const { access = [], right } = request.routeOptions.config;
  const owner = request.headers[TEAM_HEADER];
  const ofCreator = rulesOf(access).includes('creator');
  if (typeof owner !== 'string' || owner === member.user_id || !ofCreator) return member;
  const rights = await team.rightsOf(owner, member.user_id);
  if (!rights.some((one) => [right].flat().includes(one))) return undefined;
  const { user_id: member_id, sid } = member;
  const { has_factor, confirmed_at } = member;
  return {
    user_id: asUserId(owner),
    member_id,
    sid,
    roles: [],
    is_creator: true,
    has_factor,
    confirmed_at,
  };
}

/** Undefined for a call that needs no fresh code, or has one. */
async function unconfirmed(
  request: FastifyRequest,
  { secondFactor, confirmations }: Pick<AccessOptions, 'secondFactor' | 'confirmations'>,
): Promise<ApiRefusal | undefined> {
  const { session } = request;
  const { confirm } = request.routeOptions.config;
  if (!session || !confirm) return undefined;
  if ((confirm === 'secured' || confirm === 'staff') && !secondFactor) return undefined;
  if (confirm === 'staff' && session.roles.length === 0) return undefined;
  if (confirm === 'factor' && !session.has_factor) return undefined;
  const { [CONFIRM_HEADER]: code } = request.headers;
  const refusal = await confirmations.refusal(session, code?.toString().slice(0, MAX_CONFIRM));
  switch (refusal?.refused) {
    case undefined:
      return undefined;
    case 'needed':
      return { code: 'confirm_needed' };
    case 'wrong_code':
      return { code: 'confirm_wrong' };
    case 'wrong_passkey':
      return { code: 'confirm_passkey' };
    case 'too_many':
      return { code: 'too_many_requests', retry_after: refusal.retry_after };
    default:
      return refusal satisfies never;
  }
}

/** Hooks with limits run later, and never for a refused call. */
function refuse(request: FastifyRequest, reply: FastifyReply, refusal: ApiRefusal): FastifyReply {
  const wait = waitOfRefused(request);
  if (wait > 0) throw tooManyCalls(reply, wait);
  return reply.send(refused(request, refusal));
}

/**
 * Finds the session of each request and holds every route to its rule, before any body is read.
 * Throws at start (`app.ready()`) when a route has no rule.
 */
export function guardRoutes(app: FastifyInstance, options: AccessOptions): void {
  const { sessions, team } = options;
  const routes: RouteOptions[] = [];
  app.decorate('listedRoutes', routes);
  app.addHook('onRoute', (route) => {
    routes.push(route);
  });
  app.addHook('onReady', async () => {
    const open = routes.filter((route) => route.config?.access === undefined);
    if (open.length > 0) {
      throw new Error(
        `routes that do not say who may call them: ${open.map((route) => route.url).join(', ')}`,
      );
    }
  });

  app.decorateRequest('session', null);
  app.addHook('onRequest', async (request, reply) => {
    const token = tokenOf(request);
    const sid = token && app.sessionTokens.read(token.text);
    if (sid !== undefined) request.session = (await sessions.find(sid)) ?? null;
    if (request.is404) return;
    const { access } = request.routeOptions.config;
    const judge = () => accessRefusal(access ?? [], request.session, sid !== undefined, options);
    const foreign = originRefusal(request, token);
    if (foreign) return refuse(request, reply, foreign);
    if (request.session) {
      if (showsOther(request, request.session)) return refuse(request, reply, { code: 'other_person' });
      const acting = await memberSession(request, request.session, team);
      if (acting === undefined) return refuse(request, reply, { code: 'not_allowed' });
      request.session = acting;
    }
    let refusal = judge();
    // A cached value never refuses a new creator, role or factor: it is read again first.
    const isOld = refusal?.code === 'not_allowed' || refusal?.code === 'factor_missing';
    if (sid !== undefined && isOld) {
      request.session = (await sessions.refresh(sid)) ?? null;
      refusal = judge();
    }
    refusal ??= await unconfirmed(request, options);
    if (refusal) return refuse(request, reply, refusal);
  });
}

/** Routes of libraries (files, API docs) are public. */
export function openToGuests(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, access: 'guest' };
  });
}
