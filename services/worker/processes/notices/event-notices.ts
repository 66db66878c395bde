import type { Pool } from 'pg';
import { asUserId, type PlanId, type UserId } from '#events/ids.ts';
import type { EventLog } from '#events/log/log.ts';
import { collectFromStreams } from '#events/log/stream-pages.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { PLAN_STATUS, PRODUCT_TYPE } from '#events/status.ts';
import { planStream } from '#events/stream-names.ts';
import type { BusinessCalendar, Millis } from '#events/time.ts';
import { ticketHolders } from '#read-models/tickets/queries.ts';
import type { Message } from '#services/modules/messages/messages.ts';
import type { Outbox } from '#services/modules/messages/outbox.ts';
import { secondsOf, timeText } from '#services/runtime/business-time.ts';
import type { Process } from '../../process.ts';
import { LATEST_MS } from './latest.ts';

interface Parts {
  pool: Pool;
  log: EventLog;
  calendar: BusinessCalendar;
  outbox: Pick<Outbox, 'send'>;
}

/** Between two looks at a read model that is behind. */
const RECHECK_MS = 500;
/** Holders per query. */
const PER_PAGE = 500;

/** What changed for holders of tickets: of a round, of an option, or of the whole event. */
interface Change {
  /** The same is sent once. */
  key: string;
  round_id?: string;
  sku_id?: string;
  /** Rounds whose holders have a message of their own. */
  except?: ReadonlySet<string>;
  message: Extract<Message, { template: 'event_moved' | 'event_withdrawn' | 'event_refunded' }>;
}

type PlanChange = RecordedEvent<'PlanRevised' | 'SkuWithdrawn' | 'PlanStatusChanged'>;

const concernsTickets = ({ type, data }: PlanChange): boolean => {
  if (type === 'PlanStatusChanged') return data.status === PLAN_STATUS.deleted;
  return type === 'SkuWithdrawn' || data.offer.product_type === PRODUCT_TYPE.ticket;
};

/**
 * Notifies holders of valid tickets of a round that begins at another time, and of a round, an option or an event
 * that was removed. Once for each change and fan, by its key.
 */
export const eventNotices = ({ pool, log, calendar, outbox }: Parts): Process => {
  const written = (at: Millis): string => timeText(calendar, secondsOf(at));

  /** What the event of the plan's stream with this version changed. */
  async function changesOf(plan_id: PlanId, version: number): Promise<Change[]> {
    const events = await collectFromStreams(log, [planStream(plan_id)], (event) => {
      const { type } = event;
      return type === 'PlanCreated' ||
        type === 'PlanRevised' ||
        type === 'SkuOffered' ||
        type === 'PlanTicketsRecalled' ||
        event.version === version
        ? [event]
        : [];
    });
    const change = events.find((event) => event.version === version);
    const offers = events.flatMap(({ type, data, ...event }) =>
      type === 'PlanCreated' || type === 'PlanRevised' ? [{ version: event.version, ...data.offer }] : [],
    );
    const before = offers.findLast((offer) => offer.version < version);
    if (change === undefined || before?.product_type !== PRODUCT_TYPE.ticket) return [];
    const { name: plan_name, rounds } = before;
    const removed = (lines: string[]) => ({
      template: 'event_withdrawn' as const,
      values: { plan_name, lines },
    });
    // Of what is refunded, ticket-recalls sends a message. It is in the same append.
    const isRecalled = events.some(
      ({ type, metadata }) => type === 'PlanTicketsRecalled' && metadata.at === change.metadata.at,
    );
    if (isRecalled && change.type !== 'PlanRevised') return [];
    switch (change.type) {
      case 'PlanStatusChanged':
        return [{ key: 'event', message: removed([]) }];
      case 'SkuWithdrawn': {
        const { sku_id } = change.data;
        const name = events.flatMap(({ type, data }) =>
          type === 'SkuOffered' && data.sku.sku_id === sku_id ? [data.sku.name] : [],
        );
        const left = new Set(offers.at(-1)?.rounds.map(({ round_id }) => round_id));
        const gone = offers.flatMap((offer) => offer.rounds.map(({ round_id }) => round_id));
        const except = new Set(gone.filter((round_id) => !left.has(round_id)));
        return [{ key: sku_id, sku_id, except, message: removed(name.slice(-1)) }];
      }
      case 'PlanRevised': {
        const now = new Map(
          change.data.offer.rounds.map(({ round_id, begin_time }) => [round_id, begin_time]),
        );
        return rounds.flatMap(({ round_id, begin_time }): Change[] => {
          const to = now.get(round_id);
          if (to === begin_time) return [];
          if (to === undefined && isRecalled) return [];
          if (to === undefined) return [{ key: round_id, round_id, message: removed([written(begin_time)]) }];
          const values = { plan_name, from: written(begin_time), to: written(to) };
          return [{ key: round_id, round_id, message: { template: 'event_moved', values } }];
        });
      }
      default:
        return [];
    }
  }

  /** False while the read model is behind. */
  async function send(
    change: Change,
    plan_id: PlanId,
    creator_id: UserId,
    at: { position: number; version: number },
  ) {
    const { key, round_id, sku_id, except, message } = change;
    for (let after = ''; ; ) {
      const search = { creator_id, plan_id, round_id, sku_id, after, limit: PER_PAGE };
      const { rows, as_of } = await ticketHolders(pool, search);
      if (as_of.position < at.position) return false;
      for (const holder of rows.filter((row) => !except?.has(row.round_id))) {
        const message_key = `${message.template} ${plan_id} ${at.version} ${key} ${holder.user_id}`;
        await outbox.send({ to_user: asUserId(holder.user_id), message_key, ...message });
      }
      if (rows.length < PER_PAGE) return true;
      after = rows.at(-1)?.user_id ?? '';
    }
  }

  return {
    name: 'event-notices',
    types: ['PlanRevised', 'SkuWithdrawn', 'PlanStatusChanged'],
    timerFor(event: PlanChange) {
      if (event.metadata.imported || !concernsTickets(event)) return undefined;
      const { data, metadata, position, version } = event;
      const { creator_id, at } = metadata;
      const { plan_id } = data;
      return {
        key: `${plan_id} ${version}`,
        set: { due_at: at, data: { plan_id, creator_id, version, position, at } },
      };
    },
    async fire({ data }, now) {
      if (now > Number(data.at) + LATEST_MS) return 'done';
      const plan_id = String(data.plan_id) as PlanId;
      const at = { position: Number(data.position), version: Number(data.version) };
      for (const change of await changesOf(plan_id, at.version)) {
        const sent = await send(change, plan_id, String(data.creator_id) as UserId, at);
        if (!sent) return { again_at: now + RECHECK_MS };
      }
      return 'done';
    },
  };
};
