import type { FastifyInstance } from 'fastify';
import type { Access } from '#services/contract/endpoint.ts';

export interface ListedRoute {
  method: string;
  url: string;
  access: Access | undefined;
  changes: boolean;
}

/** Every route of an app: the list that access.ts keeps. */
export const routesOf = (app: FastifyInstance): ListedRoute[] =>
  app.listedRoutes.flatMap(({ method, url, config }) =>
    [method].flat().map((one) => ({
      method: one,
      url,
      access: config?.access,
      changes: config?.changes === true,
    })),
  );

/** Calls that the OpenAPI document describes, as `GET /api/…`. */
export function describedCalls(app: FastifyInstance): Set<string> {
  const { paths = {} }: { paths?: Record<string, object | undefined> } = app.swagger();
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods ?? {}).map((method) => `${method.toUpperCase()} ${path}`),
  );
  return new Set(calls);
}
