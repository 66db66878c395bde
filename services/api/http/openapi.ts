import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { openToGuests } from './access.ts';
import { SESSION_COOKIE } from './session/session-cookie.ts';

/** The OpenAPI document, made from the schemas that validate: before the routes are registered. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Fanwatt',
        version: '0.1.0',
        description: 'All answers are `{ec, em, data}`; `ec` 200 is success.',
      },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          cookie: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE },
        },
      },
      security: [{ bearer: [] }, { cookie: [] }],
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
}

/** The document at /api/openapi.json, and its page at /api/docs. */
export async function serveApiPage(app: FastifyInstance): Promise<void> {
  let text: string | undefined;
  const sendDocument = async (reply: FastifyReply): Promise<FastifyReply> => {
    text ??= JSON.stringify(app.swagger());
    return reply.type('application/json; charset=utf-8').send(text);
  };
  app.get('/api/openapi.json', { config: { access: 'guest' }, schema: { hide: true } }, (_, reply) =>
    sendDocument(reply),
  );
  await app.register(async (page) => {
    openToGuests(page);
    page.addHook('preHandler', async ({ routeOptions: { url } }, reply) =>
      url === '/api/docs/json' ? sendDocument(reply) : undefined,
    );
    await page.register(swaggerUi, {
      routePrefix: '/api/docs',
      uiConfig: { url: '/api/openapi.json', docExpansion: 'none', tagsSorter: 'alpha' },
    });
  });
}
