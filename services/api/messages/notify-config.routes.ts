import type { UserId } from '#events/ids.ts';
import {
  editNotifyConfig,
  getNotifyConfig,
  type NotifyConfig,
} from '#services/contract/messages/notify-config.ts';
import { type Channel, NOTIFY_EVENTS } from '#services/contract/messages/notify-events.ts';
import { notifyConfigOf, setNotifyConfig } from '#services/modules/messages/notify-config.ts';
import { type Area, routesOf } from '../http/area.ts';
import { invalid } from '../http/refusals.ts';

/** Of which events a person is informed, and how. */
export const notifyConfigRoutes: Area =
  ({ pool }) =>
  async (app) => {
    const on = routesOf(app, 'messages');
    async function configOf(user: UserId) {
      const { events, ...config } = await notifyConfigOf(pool, user);
      const list = [...events].map(([event, chosen]) => {
        const stateOf = (channel: Channel): NotifyConfig['events'][number]['site'] => {
          const rule = NOTIFY_EVENTS[event][channel];
          if (typeof rule === 'string') return rule;
          return chosen[channel] ? 'on' : 'off';
        };
        return { event, site: stateOf('site'), mail: stateOf('mail'), push: stateOf('push') };
      });
      return { ...config, events: list };
    }
    on(getNotifyConfig, ({ caller }) => configOf(caller.user_id));
    on(editNotifyConfig, async ({ body, caller }) => {
      const fault = await setNotifyConfig(pool, caller.user_id, body);
      return fault === null ? configOf(caller.user_id) : invalid('events', { key: fault });
    });
  };
