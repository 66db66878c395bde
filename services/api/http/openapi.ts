import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { OPEN_DOCUMENT } from '#services/contract/open/calls.ts';
import type { Config } from '#services/runtime/config.ts';
import { openToGuests } from './access.ts';
import { SESSION_COOKIE } from './session/session-cookie.ts';

/** Of a path, with its parameters. */
const wordsOf = (path: string): string[] => path.split(/\W+/).filter((word) => word !== '' && word !== 'api');

/** The OpenAPI document, made from the schemas that validate: before the routes are registered. */
export async function describeApi(
  app: FastifyInstance,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Fanwatt',
        version: '0.1.0',
        description:
          'All calls, those of the application too, which can change with each version; programs of creators use ' +
          `${OPEN_DOCUMENT}. All answers are \`{ec, em, data}\`; \`ec\` 200 is success.`,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          cookie: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE },
        },
      },
      security: [{ bearer: [] }, { cookie: [] }],
    },
    transform: (route) => {
      const { schema, url } = jsonSchemaTransform(route);
      const words = wordsOf(url);
      const operationId = [String(route.route.method).toLowerCase(), ...words].join('_');
      return { schema: { operationId, summary: words.join(' '), ...schema }, url };
    },
    transformObject: jsonSchemaTransformObject,
  });
}

/** The document of all calls at /api/openapi.json, and the page of this and of the one for programs at /api/docs. */
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
      uiConfig: {
        urls: [
          { url: OPEN_DOCUMENT, name: 'Programs of creators' },
          { url: '/api/openapi.json', name: 'The application' },
        ],
        docExpansion: 'none',
        tagsSorter: 'alpha',
      },
    });
  });
}
