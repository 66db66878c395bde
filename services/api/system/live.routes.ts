import type { RouteOptions } from 'fastify';
import { z } from 'zod';
import type { CheckpointNotice } from '#read-models/engine/checkpoint-notice.ts';
import type { TeamRight } from '#services/contract/endpoint.ts';
import { id, whole } from '#services/contract/fields/fields.ts';
import { LIVE_PATHS, UNREAD_TOPIC } from '#services/contract/system/live.ts';
import type { LiveSession } from '#services/modules/accounts/session.ts';
import { STAFF_ROWS_CHANGED } from '#services/modules/accounts/sessions.ts';
import { NOTICES_UNREAD } from '#services/modules/notices/notices.ts';
import type { Area } from '../http/area.ts';

/** Streams of one user, and of one address for a public page. */
const MAX_PER_USER = 8;
const MAX_PER_GUEST = 20;
/** Read models of a creator that are public. */
const PUBLIC_MODELS: ReadonlySet<string> = new Set(['goals']);
/** Read models with every user's data, by the role that sees them. */
const STAFF_MODELS: Readonly<Record<string, readonly string[]>> = {
  admin: ['staff_actions'],
  finance: ['ledger', 'withdrawals', 'reconciliation', 'staff_actions'],
};
const STAFF = Object.entries(STAFF_MODELS);
/** Of calls that name the creator themselves. */
const DOOR_MODELS: readonly string[] = ['tickets'];

function channelsOf({ model, creators, users, more }: CheckpointNotice): ReadonlySet<string> | undefined {
  if (more) return undefined;
  const roles = STAFF.filter(([, models]) => models.includes(model));
  return new Set([
    ...creators.map((user) => `creator:${user}`),
    ...users.map((user) => `user:${user}`),
    ...roles.map(([role]) => `role:${role}`),
  ]);
}

/** Milliseconds. */
const age = whole(0, 60_000).optional();

const RESUMED =
  'With `Last-Event-ID` it begins with what was missed, with `age` with the changes of the last so many milliseconds; topic `*`: all may have changed. An event `point` has no topic: nothing has changed, its id is where to resume.';

/** Notifies pages of changes in their data, so that they need not poll. */
export const liveRoutes: Area =
  ({ accounts, listener, live, readModels }) =>
  async (app) => {
    /** Position of the newest hint of staff actions. */
    let staffAt = 0;
    const silence = readModels.onMoved((notice) => {
      if (notice.model === 'staff_actions') staffAt = notice.position;
      const to = channelsOf(notice);
      if (to?.size !== 0) live.hint(notice.model, notice.position, to);
    }, live.missed);
    const forget = await listener.on(STAFF_ROWS_CHANGED, () =>
      live.hint('staff_actions', staffAt, new Set(STAFF.map(([role]) => `role:${role}`))),
    );
    const forgetUnread = await listener.on(NOTICES_UNREAD, (payload) => {
      const [user = '', number = ''] = payload.split(' ');
      live.hint(UNREAD_TOPIC, 0, new Set([`user:${user}`]), `${number}.${UNREAD_TOPIC}`);
    });
    app.addHook('preClose', async () => {
      silence();
      await forget();
      await forgetUnread();
      live.close();
    });

    /** What members with these rights can read. */
    const modelsOf = (rights: readonly TeamRight[]): ReadonlySet<string> => {
      const covered = ({ config }: RouteOptions) =>
        [config?.right ?? []].flat().some((right) => rights.includes(right)) ? (config?.reads ?? []) : [];
      return new Set([
        ...app.listedRoutes.flatMap(covered),
        ...(rights.includes('tickets') ? DOOR_MODELS : []),
      ]);
    };

    app.get(
      LIVE_PATHS.own,
      {
        // A stream has no end, so HEAD is not supported.
        exposeHeadRoute: false,
        config: { access: 'fan', rateLimit: false },
        schema: {
          description: `Server-sent events \`{topic, position}\`: a read model of the caller has changed, or with topic \`${UNREAD_TOPIC}\` something became unread; with \`team_of\`, one of this creator that the caller's rights in the team cover. ${RESUMED}`,
          tags: ['system'],
          querystring: z.object({ team_of: id.optional(), age }),
        },
      },
      async (request, reply) => {
        const { user_id, sid } = request.session as LiveSession; // guests are refused before
        const { team_of, age: age_ms } = request.query;
        const rightsNow = async () => (team_of === undefined ? [] : accounts.team.rightsOf(team_of, user_id));
        const rights = await rightsNow();
        return live.open(request, reply, {
          client: user_id,
          most: MAX_PER_USER,
          age_ms,
          ...(team_of !== undefined && { topics: modelsOf(rights) }),
          async channels() {
            const session = await accounts.sessions.find(sid);
            if (team_of !== undefined) {
              const same = rights.length > 0 && String(await rightsNow()) === String(rights);
              return session && same ? [`creator:${team_of}`] : undefined;
            }
            const roles = session?.roles.filter((role) => role in STAFF_MODELS).map((role) => `role:${role}`);
            return roles && [`creator:${user_id}`, `user:${user_id}`, ...roles];
          },
        });
      },
    );

    app.get(
      LIVE_PATHS.creator,
      {
        exposeHeadRoute: false,
        config: { access: 'guest' },
        schema: {
          querystring: z.object({ user_id: id, age }),
          description: `Server-sent events \`{topic, position}\`: a public read model of a creator has changed. ${RESUMED}`,
          tags: ['system'],
        },
      },
      async (request, reply) =>
        live.open(request, reply, {
          client: `guest ${request.address}`,
          most: MAX_PER_GUEST,
          age_ms: request.query.age,
          topics: PUBLIC_MODELS,
          channels: () => [`creator:${request.query.user_id}`],
        }),
    );
  };
