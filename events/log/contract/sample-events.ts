import type { NewEvent } from '../../envelope.ts';
import { newEventId } from '../../ids.ts';
import type { RecordedEvent } from '../../recorded-event.ts';
import type { StreamWrite } from '../log.ts';

/** A sample event; `count` distinguishes them. */
export const held = (count = 1): NewEvent => ({
  id: newEventId(),
  type: 'StockHeld',
  data: { sku_id: 'sku', out_trade_no: 'order', count, expires_at: 0 },
  metadata: { creator_id: 'creator', actor: 'user:fan', at: 1_700_000_000_000 },
});

/** Another type, for filters. */
export const sold = (): NewEvent => ({
  ...held(),
  type: 'StockSold',
  data: { sku_id: 'sku', out_trade_no: 'order', count: 1 },
});

export const write = (
  stream: string,
  expected: StreamWrite['expected'],
  ...events: NewEvent[]
): StreamWrite => ({ stream, expected, events });

export const idsOf = (events: readonly { id: string }[]): string[] => events.map(({ id }) => id);
export const versionsOf = (events: readonly RecordedEvent[]): number[] =>
  events.map(({ version }) => version);
