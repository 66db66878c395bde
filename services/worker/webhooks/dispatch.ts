import { setTimeout as sleep } from 'node:timers/promises';
import type { Deliveries } from '#services/modules/open/deliveries.ts';
import type { MovableClock } from '#services/runtime/clock.ts';
import { type Lanes, lanesFor } from '../lanes.ts';
import type { Firing, OwnRows } from '../process.ts';
import { ticker } from '../ticker.ts';
import { type Batch, type BatchParts, bodyMemory, prepareBatch } from './batch.ts';
import { type CallParts, recordCalls, tryCall } from './calls.ts';
import { type ReplayParts, replayPage } from './replays.ts';

export type WebhookDelivery = BatchParts &
  CallParts &
  ReplayParts & { clock: MovableClock; deliveries: Pick<Deliveries, 'dueAddresses'> };

/** Calls of one address at the same time. */
const WIDEST = 16;
/** Interval between two checks of a read model that is behind. */
const RECHECK_MS = 50;

interface Dispatch {
  parts: WebhookDelivery;
  hooks: Parameters<OwnRows['act']>[0];
  memory: ReturnType<typeof bodyMemory>;
  lanes: Lanes;
  stopping: AbortSignal;
  /** Number of searches for addresses with due calls; a search leaves out addresses that have a lane. */
  looks: number;
}

/** Sends a batch. @returns whether the address can be called further */
async function send({ parts, hooks, lanes }: Dispatch, { webhook, ready }: Batch): Promise<boolean> {
  const calls = ready.map(({ delivery, body }) => tryCall(parts, webhook, delivery, body));
  const tried = await lanes.timed(webhook.webhook_id, Promise.all(calls));
  const healthy = await recordCalls(parts, webhook, tried);
  hooks.onFired(tried.length);
  return healthy;
}

/** Makes the calls of an address until nothing is due, or it is slow. */
async function runLane(dispatch: Dispatch, webhook_id: string): Promise<void> {
  const { parts, hooks, memory, lanes, stopping } = dispatch;
  const prepare = (width: number, sent: readonly number[]) =>
    prepareBatch(parts, memory, { webhook_id, width, sent }, hooks.onError);
  let width = 1;
  let ahead: Promise<Batch | undefined> | undefined;
  try {
    while (!stopping.aborted) {
      const before = dispatch.looks;
      const fresh = ahead === undefined;
      const batch = await (ahead ?? prepare(width, []));
      ahead = undefined;
      if (batch === undefined) {
        // A call that was due only after the batch was read was left out by such a look, until the next.
        if (fresh && dispatch.looks === before) return;
        continue;
      }
      try {
        if (batch.ready.length === 0) {
          await sleep(RECHECK_MS, undefined, { signal: stopping });
          continue;
        }
        width = lanes.isSlow(webhook_id) ? 1 : Math.min(width * 2, WIDEST);
        // The next batch is read and written while this one is sent.
        if (batch.webhook.failures === 0 && width > 1) {
          const sent = batch.ready.map(({ delivery }) => delivery.delivery_id);
          ahead = prepare(width, sent);
          ahead.catch(() => undefined);
        }
        const healthy = await send(dispatch, batch);
        if (lanes.isSlow(webhook_id)) return;
        if (!healthy) {
          (await ahead)?.free();
          ahead = undefined;
        }
      } finally {
        batch.free();
      }
    }
  } finally {
    await ahead?.then(
      (batch) => batch?.free(),
      () => undefined,
    );
  }
}

/**
 * Makes the calls that are due, at least once each. Every address has a lane: a slow one holds only itself. Calls of
 * one subject are made in order; others do not wait for them.
 */
export function dispatchWebhooks(parts: WebhookDelivery, hooks: Dispatch['hooks']): Firing {
  const stopping = new AbortController();
  const lanes = lanesFor({
    run: (webhook_id) => runLane(dispatch, webhook_id),
    onError(error) {
      if (!stopping.signal.aborted) hooks.onError(error);
    },
    onRoom: () => ticking.nudge(),
  });
  const dispatch: Dispatch = {
    parts,
    hooks,
    memory: bodyMemory(),
    lanes,
    stopping: stopping.signal,
    looks: 0,
  };
  const ticking = ticker({
    clock: parts.clock,
    onError: hooks.onError,
    async act() {
      const replayed = await replayPage(parts);
      dispatch.looks += 1;
      await lanes.open(parts.deliveries.dueAddresses);
      return replayed ? parts.clock.now() : undefined;
    },
  });
  return {
    ...ticking,
    expect: ticking.nudge,
    refresh: ticking.nudge,
    async stop() {
      await ticking.stop();
      stopping.abort();
      await lanes.ended();
    },
  };
}
