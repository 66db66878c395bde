import type { FastifyRequest } from 'fastify';
import type { LiveSession } from '#services/modules/accounts/session.ts';
import { type Language, languageOf } from './language.ts';

/** Who sent a request. */
export interface Caller extends LiveSession {
  language: Language;
}

/** Undefined for a guest. */
export function callerOf(request: FastifyRequest): Caller | undefined {
  const { session } = request;
  return session ? { ...session, language: languageOf(request) } : undefined;
}
