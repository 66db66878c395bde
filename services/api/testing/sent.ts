import type { FastifyInstance, InjectOptions } from 'fastify';

/** An answer as a client sees it. */
export interface Reply<Data = Record<string, unknown>> {
  status: number;
  ec: number;
  em: string;
  data: Data;
  headers: Readonly<Record<string, unknown>>;
  cookies: readonly { name: string; value: string }[];
}

/** Sends a request to the app and reads the envelope. */
export async function sent<Data = Record<string, unknown>>(
  app: FastifyInstance,
  options: InjectOptions,
): Promise<Reply<Data>> {
  const response = await app.inject(options);
  const body = response.json<{ ec: number; em: string; data: Data }>();
  return { status: response.statusCode, headers: response.headers, cookies: response.cookies, ...body };
}
