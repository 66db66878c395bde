import { z } from 'zod';
import { accessToken, oauthPerson, revokeOauthToken } from '#services/contract/open/oauth.ts';
import { openParams } from '#services/contract/open/params.ts';
import { OAUTH_SCOPES, OPEN_CALLS, type OpenCallName } from '#services/contract/open/scopes.ts';
import { WEBHOOK_TOPICS, type WebhookTopic } from '#services/contract/open/topics.ts';
import { webhookBody } from '#services/contract/open/webhook-bodies.ts';
import { listWebhookKeys } from '#services/contract/open/webhooks.ts';
import type { Config } from '#services/runtime/config.ts';
import { signatureOf } from './signed-call.ts';
import { webhookTestOrder } from './webhook-test-order.ts';

interface Content {
  schema: { properties?: Record<string, object> };
  example?: object;
}
interface Operation {
  operationId: string;
  requestBody?: { content: Record<string, Content> };
}
/** The parts of an OpenAPI document that are read here. */
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}

const COMPATIBILITY =
  'The interface that programs for this kind of platform share, OAuth2, and webhooks. Calls, fields and topics are ' +
  'added; none is removed, and none changes its type. Programs must accept fields that they do not know.';

/** As in the documentation of the interface: the token `123`, and its time. */
const EXAMPLE = { token: '123', user_id: 'abc', ts: 1_624_339_905 };
const EXAMPLE_PARAMS: Readonly<Record<OpenCallName, object>> = {
  ping: { page: 1 },
  'query-order': { page: 1, per_page: 50 },
  'query-sponsor': { page: 1, per_page: 20 },
  'query-plan': { plan_id: 'a45353328af911eb973052540025c377' },
  'query-plans': { page: 1 },
  'query-posts': { page: 1 },
  'query-random-reply': { out_trade_no: '202106232138371083454010626' },
  'update-plan-reply': {
    sku_id: 'b082342c4aba11ebb5cb52540025c377',
    auto_random_reply: 'code-1\ncode-2',
    update_random_reply_type: 'append',
  },
  'send-msg': { recipient: 'adf397fe8374811eaacee52540025c377', content: 'Thank you!' },
};

const oauthExamples = {
  [accessToken.path]: {
    grant_type: 'authorization_code',
    client_id: 'app',
    client_secret: 'secret',
    code: 'code',
    redirect_uri: 'https://program.example/back',
  },
  [revokeOauthToken.path]: { client_id: 'app', client_secret: 'secret', token: 'token' },
};

function signedExample(name: OpenCallName): object {
  const { token, user_id, ts } = EXAMPLE;
  const params = JSON.stringify(EXAMPLE_PARAMS[name]);
  return { user_id, params, ts, sign: signatureOf(token, { user_id, params, ts: String(ts) }) };
}

/** A schema in the form of the document; its named parts are components of their own. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, $defs = {}, ...written } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return { written, named: $defs };
}

const everyContent = ({ requestBody }: Operation): Content[] => Object.values(requestBody?.content ?? {});

/** A call with its keys of `params`, an example, and how it is signed. */
function openCall(name: OpenCallName, operation: Operation): object {
  const { written } = schemaOf(openParams[name], 'input');
  const example = signedExample(name);
  for (const content of everyContent(operation)) {
    const { properties = {} } = content.schema;
    const contents = { contentMediaType: 'application/json', contentSchema: written };
    content.schema = {
      ...content.schema,
      properties: { ...properties, params: { ...properties.params, ...contents } },
    };
    content.example = example;
  }
  return { ...operation, tags: ['calls'], security: [{}, { oauth2: [OPEN_CALLS[name] ?? 'basic'] }] };
}

function otherCall(path: string, operation: Operation): object {
  for (const content of everyContent(operation)) content.example = oauthExamples[path] ?? {};
  switch (path) {
    case listWebhookKeys.path:
      return { ...operation, tags: ['webhooks'], security: [] };
    case oauthPerson.path:
      return { ...operation, tags: ['oauth2'], security: [{ oauth2: ['basic'] }] };
    default:
      return { ...operation, tags: ['oauth2'], security: [{ client: [] }, {}] };
  }
}

const OTHERS = [accessToken, revokeOauthToken, oauthPerson, listWebhookKeys];

function webhook(topic: WebhookTopic, schema: object, order: object): object {
  const sign = 'base64';
  const example = { ec: 200, em: 'ok', data: { type: 'order', order, sign }, sign };
  return {
    post: {
      operationId: `webhook.${topic}`,
      summary: `The topic ${topic}`,
      tags: ['webhooks'],
      security: [],
      requestBody: {
        required: true,
        content: { 'application/json': { schema, ...(topic === 'order' && { example }) } },
      },
      responses: {
        200: {
          description: topic === 'order' ? 'JSON with `ec` 200 is success.' : 'Every status 2xx is success.',
        },
      },
    },
  };
}

/** References as they are in the document, where the names of schemas have no `Open`. */
const withReferences = <Value extends object>(value: Value): Value =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll('"#/$defs/', '"#/components/schemas/')
      .replaceAll('"#/components/schemas/Open', '"#/components/schemas/'),
  );
const withoutOpen = (schemas: Readonly<Record<string, object>>): Record<string, object> =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name.replace(/^Open/, ''), schema]));

/** Components that a part of the document names, and those that they name. */
function withUsed(part: object, schemas: Readonly<Record<string, object>>): Record<string, object> {
  const used: Record<string, object> = {};
  const look = (value: object): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = schemas[name];
      if (schema === undefined || name in used) continue;
      used[name] = schema;
      look(schema);
    }
  };
  look(part);
  return used;
}

/** A price is text, and −1 is a number: clients cannot be generated from a union of both. */
const withoutUnion = (schemas: Record<string, object>): Record<string, object> => {
  const plan = schemas.Plan as { properties: Record<string, object> } | undefined;
  const favorable_price = { description: 'Yuan as text; without such a price the number −1' };
  if (plan === undefined) return schemas;
  return { ...schemas, Plan: { ...plan, properties: { ...plan.properties, favorable_price } } };
};

/**
 * The document for creators' programs: the open API, OAuth2 and webhooks, with a promise of compatibility.
 * @param whole the document of all calls
 */
export function openDocument(whole: object, config: Pick<Config, 'publicUrl'>): string {
  const { publicUrl } = config;
  // Its operations are completed here.
  const { paths, components } = structuredClone(whole) as Document;
  const calls = (Object.keys(OPEN_CALLS) as OpenCallName[]).map((name) => {
    const path = `/api/open/${name}`;
    return [path, { post: openCall(name, paths[path]?.post as Operation) }] as const;
  });
  const others = OTHERS.map(({ path, method }) => {
    const verb = method.toLowerCase();
    return [path, { [verb]: otherCall(path, paths[path]?.[verb] as Operation) }] as const;
  });
  const order = webhookTestOrder({ deps: { config } });
  const bodies = WEBHOOK_TOPICS.map((topic) => [topic, schemaOf(webhookBody(topic), 'output')] as const);
  const named = Object.assign({}, ...bodies.map(([, body]) => body.named)) as Record<string, object>;
  const webhooks = bodies.map(([topic, { written }]) => [topic, webhook(topic, written, order)] as const);
  const shown = withReferences({
    paths: Object.fromEntries([...calls, ...others]),
    webhooks: Object.fromEntries(webhooks),
  });
  const schemas = withoutUnion(withoutOpen(withReferences({ ...components.schemas, ...named })));
  const flows = {
    authorizationCode: {
      authorizationUrl: `${publicUrl}/oauth2/authorize`,
      tokenUrl: publicUrl + accessToken.path,
      refreshUrl: publicUrl + accessToken.path,
      scopes: Object.fromEntries(OAUTH_SCOPES.map((scope) => [scope, scope])),
    },
  };
  return JSON.stringify({
    openapi: '3.1.0',
    info: {
      title: 'Fanwatt open API',
      version: '1.0.0',
      description: COMPATIBILITY,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl }],
    tags: [
      { name: 'calls', description: 'Signed calls. The HTTP status is always 200; `ec` 200 is success.' },
      { name: 'oauth2', description: 'Sign-in with Fanwatt, and calls with an access token.' },
      { name: 'webhooks', description: 'What is sent to a creator’s addresses.' },
    ],
    ...shown,
    components: {
      schemas: withUsed(shown, schemas),
      securitySchemes: {
        oauth2: { type: 'oauth2', flows },
        client: { type: 'http', scheme: 'basic', description: 'client_id and client_secret' },
      },
    },
  });
}
