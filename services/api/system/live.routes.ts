import type { MovedNotice } from '#read-models/engine/moved.ts';
import type { LiveSession } from '#services/accounts/session.ts';
import type { StaffRole } from '#services/accounts/staff/roles.ts';
import { refused } from '../http/answer.ts';
import type { Area } from '../http/area.ts';
import type { LiveStream } from './live-stream.ts';
import { startStream } from './open-streams.ts';

/** Streams per process and per user; further clients poll. */
const MOST_STREAMS = 2_000;
const MOST_PER_USER = 8;
/** Also the time until a revoked session stops receiving updates. */
const BEAT_MS = 20_000;
/** Data of staff changes with every user's actions: staff gets the newest position at intervals. */
const ADMIN_MODELS: ReadonlySet<string> = new Set(['staff_actions']);
const FINANCE_MODELS: ReadonlySet<string> = new Set([
  'ledger',
  'withdrawals',
  'reconciliation',
  'staff_actions',
]);
const DESK_MS = 1_000;

interface Client {
  user_id: string;
  sid: string;
  roles: readonly StaffRole[];
  stream: LiveStream;
}

const seesModel = (roles: readonly StaffRole[], model: string): boolean =>
  (roles.includes('finance') && FINANCE_MODELS.has(model)) ||
  (roles.includes('admin') && ADMIN_MODELS.has(model));

const concerns = (notice: MovedNotice, user: string): boolean =>
  notice.more || notice.creators.includes(user) || notice.users.includes(user);

/** Notifies pages of changes in their data, so that they need not poll. */
export const liveRoutes: Area = (deps) => async (app) => {
  const clients = new Set<Client>();
  const { sessions } = deps.accounts;
  const forDesk = new Map<string, number>();

  const silence = deps.readModels.onMoved((notice) => {
    for (const { user_id, stream } of clients) {
      if (concerns(notice, user_id)) stream.tell(notice.model, notice.position);
    }
    if (FINANCE_MODELS.has(notice.model)) forDesk.set(notice.model, notice.position);
  });
  const desk = setInterval(() => {
    for (const { roles, stream } of clients) {
      if (roles.length === 0) continue;
      for (const [model, position] of forDesk) if (seesModel(roles, model)) stream.tell(model, position);
    }
    forDesk.clear();
  }, DESK_MS);
  desk.unref();
  const beat = setInterval(() => {
    for (const client of clients) {
      const { sid, stream } = client;
      Promise.resolve(sessions.find(sid)).then(
        (session) => {
          client.roles = session?.roles ?? [];
          return session ? stream.beat() : stream.end();
        },
        () => stream.beat(),
      );
    }
  }, BEAT_MS);
  beat.unref();
  app.addHook('preClose', async () => {
    clearInterval(beat);
    clearInterval(desk);
    silence();
    for (const { stream } of clients) stream.end();
  });

  app.get(
    '/api/live',
    {
      // A stream has no end, so HEAD is not supported.
      exposeHeadRoute: false,
      config: { access: 'fan', rateLimit: false },
      schema: {
        description: 'Server-sent events `{topic, position}`: a read model of the caller has changed.',
        tags: ['system'],
      },
    },
    async (request, reply) => {
      const { user_id, sid, roles } = request.session as LiveSession; // guests are refused before
      const own = [...clients].filter((client) => client.user_id === user_id).length;
      if (clients.size >= MOST_STREAMS || own >= MOST_PER_USER) {
        return reply.send(refused(request, { code: 'overloaded' }));
      }
      const stream = startStream(reply);
      const client = { user_id, sid, stream, roles };
      clients.add(client);
      reply.raw.on('close', () => clients.delete(client));
      return reply;
    },
  );
};
