import type { FastifyRequest } from 'fastify';
import type { UserId } from '#events/ids.ts';
import type { StaffRole } from '#services/accounts/staff/roles.ts';
import { type Language, languageOf } from './language.ts';

/** Who sent a request. */
export interface Caller {
  user_id: UserId;
  roles: readonly StaffRole[];
  is_creator: boolean;
  language: Language;
}

/** The caller, or undefined for a guest. */
export function visitorOf(request: FastifyRequest): Caller | undefined {
  const { session } = request;
  if (session === null) return undefined;
  return {
    user_id: session.user_id,
    roles: session.roles,
    is_creator: session.is_creator,
    language: languageOf(request),
  };
}

/** The caller of a route for signed-in users. Throws without one: the route's access is wrong. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = visitorOf(request);
  if (caller === undefined) throw new Error(`${request.routeOptions.url} needs a caller but lets guests in`);
  return caller;
}
