import type { FastifyRequest } from 'fastify';

const HOME = 'CN';

/**
 * Whether the visitor is outside of the mainland, as a proxy says in the header of COUNTRY_HEADER (two letters of ISO 3166).
 * False where no proxy does, or it does not know.
 */
export function isAbroad(header: string | undefined, { headers }: FastifyRequest): boolean {
  const country = header === undefined ? undefined : headers[header];
  return typeof country === 'string' && /^[A-Z]{2}$/.test(country) && country !== HOME && country !== 'XX';
}

/**
 * Whether the visitor gets PayPal: outside of the mainland (creator specification 6). Where no proxy names the country,
 * everybody does.
 */
export const getsPayPal = (header: string | undefined, request: FastifyRequest): boolean =>
  header === undefined || isAbroad(header, request);
