import { normalizeIP } from '@fastify/rate-limit';
import { z } from 'zod';
import { refused } from '../http/answer.ts';
import type { Area } from '../http/area.ts';
import { id } from '../http/contract/fields.ts';
import { creatorStreams } from './open-streams.ts';

/** Public read models of a creator. */
const SHOWN_TO_ALL = new Set(['goals']);

/** Notifies the public pages of a creator of changes. */
export const creatorLiveRoutes: Area = (deps) => async (app) => {
  const streams = creatorStreams(deps.readModels, SHOWN_TO_ALL);
  app.addHook('preClose', async () => streams.close());
  app.get(
    '/api/live/creator',
    {
      exposeHeadRoute: false,
      config: { access: 'guest' },
      schema: {
        querystring: z.object({ user_id: id }),
        description: 'Server-sent events `{topic, position}`: a public read model of a creator has moved.',
        tags: ['system'],
      },
    },
    async (request, reply) => {
      const { user_id: creator } = request.query;
      const client = normalizeIP(request.ip);
      return streams.open(reply, { client, creator })
        ? reply
        : reply.send(refused(request, { code: 'overloaded' }));
    },
  );
};
