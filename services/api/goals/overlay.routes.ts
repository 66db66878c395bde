import type { FastifyRequest } from 'fastify';
import type { UserId } from '#events/ids.ts';
import { OVERLAY_PLATE, OVERLAY_SIZE } from '#events/status.ts';
import { earliest } from '#read-models/engine/as-of.ts';
import { newestSupporters } from '#read-models/orders/newest-supporters.ts';
import type { Goal } from '#services/contract/goals/goals.ts';
import {
  getOverlay,
  OVERLAY_HEADER,
  type OverlayStyle,
  overlayHeaders,
  overlayStyle,
  renewOverlay,
  saveOverlay,
  showOverlay,
  testOverlay,
} from '#services/contract/goals/overlay.ts';
import { LIVE_PATHS } from '#services/contract/system/live.ts';
import { refused } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { guessesByAddress, linkLimit, waitOfLink } from '../http/rate-limits.ts';
import { type ApiRefusal, notFound } from '../http/refusals.ts';
import { publicGoalsOf } from './goal-answer.ts';

/** Looked at to find that many supporters: some pay several times. */
const ORDERS_LOOKED_AT = 60;

/** Streams of one creator's link. */
const MAX_PER_OVERLAY = 20;
const OVERLAY_TOPICS = new Set([...showOverlay.reads, 'overlay_styled', 'overlay_test']);

const FIRST_STYLE: OverlayStyle = {
  goal_id: '',
  show_goal: true,
  show_supporters: true,
  supporters: 3,
  size: OVERLAY_SIZE.medium,
  plate: OVERLAY_PLATE.dark,
  bar_color: '#946ce6',
  text_color: '#ffffff',
};

/** A style that was saved by an older version may lack a part. */
function styleOf(saved: unknown): OverlayStyle {
  const { data } = overlayStyle.safeParse({ ...FIRST_STYLE, ...(saved as object | null) });
  return data ?? FIRST_STYLE;
}

/** @param list public goals */
function goalFor({ goal_id, show_goal }: OverlayStyle, list: readonly Goal[]): Goal | null {
  if (!show_goal) return null;
  if (goal_id !== '') return list.find((one) => one.goal_id === goal_id) ?? null;
  const running = list.filter(({ days_left }) => days_left > 0);
  return running.find(({ percent }) => percent < 1) ?? running[0] ?? list[0] ?? null;
}

/** The overlay for streaming programs: its link, style and test, and what it shows. */
export const overlayRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'goals');
  const { accounts, live, overlays, pool, directory } = deps;
  const [guesses, waitOf] = [guessesByAddress(app), waitOfLink(app)];
  const silence = await overlays.onChange(({ creator_id, what, at }) => {
    if (what === 'renewed') live.end(`overlay:${creator_id}`);
    else live.hint(`overlay_${what}`, at, new Set([`overlay:${creator_id}`]));
  });
  app.addHook('preClose', async () => silence());

  const own = async (creator: UserId) => {
    const { token, style } = await overlays.of(creator);
    return { token, style: styleOf(style) };
  };
  on(getOverlay, ({ caller }) => own(caller.user_id));
  on(saveOverlay, async ({ body, caller: { user_id } }) => {
    await overlays.save(user_id, body);
    return own(user_id);
  });
  on(renewOverlay, async ({ caller: { user_id } }) => {
    await overlays.renew(user_id);
    return own(user_id);
  });
  on(testOverlay, async ({ caller: { user_id } }) => {
    await overlays.test(user_id);
    return {};
  });

  /** The creator whose overlay the request names. Invented tokens count as guesses of the address. */
  async function ownerOf(request: FastifyRequest): Promise<UserId | ApiRefusal> {
    const token = String(request.headers[OVERLAY_HEADER]);
    const link = overlays.linkOf(token);
    const wait = link === undefined ? (await guesses(request).reserve(1)).wait : waitOf(link);
    if (wait > 0) return { code: 'too_many_requests', retry_after: wait };
    return (await overlays.find(token)) ?? notFound;
  }

  on(showOverlay, async ({ request }) => {
    const owner = await ownerOf(request);
    if (typeof owner !== 'string') return owner;
    const { style } = await own(owner);
    const [{ hides }, goals, newest] = await Promise.all([
      accounts.rights.of(owner),
      publicGoalsOf(deps, owner),
      newestSupporters(pool, { creator_id: owner, among: ORDERS_LOOKED_AT }),
    ]);
    const wanted = style.show_supporters && !hides.sponsor_list ? newest.rows.slice(0, style.supporters) : [];
    const users = await directory.usersByIds(wanted.map(({ user_id }) => user_id));
    return {
      goal: goalFor(style, goals.list),
      supporters: wanted.map(({ user_id, time }) => {
        const user = users.get(user_id);
        const { name, avatar } = user?.shown_as_supporter ? user : { name: '', avatar: '' };
        return { name, avatar, time };
      }),
      style,
      as_of: earliest(goals.as_of, newest.as_of),
    };
  });

  app.get(
    LIVE_PATHS.overlay,
    {
      exposeHeadRoute: false,
      config: { access: 'guest', rateLimit: linkLimit },
      schema: {
        headers: overlayHeaders,
        description: 'Server-sent events `{topic, position}` for one overlay.',
        tags: ['goals'],
      },
    },
    async (request, reply) => {
      const owner = await ownerOf(request);
      if (typeof owner !== 'string') return reply.send(refused(request, owner));
      const token = String(request.headers[OVERLAY_HEADER]);
      return live.open(request, reply, {
        client: `overlay ${owner}`,
        most: MAX_PER_OVERLAY,
        topics: OVERLAY_TOPICS,
        channels: async () => (await overlays.find(token)) && [`creator:${owner}`, `overlay:${owner}`],
      });
    },
  );
};
