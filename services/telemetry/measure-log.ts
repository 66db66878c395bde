import type { AppendResult, EventLog, StreamWrite } from '#events/log/log.ts';
import type { Telemetry } from './telemetry.ts';

/** The same log, with the duration of its appends and the number of events by type as metrics. */
export function measureLog(log: EventLog, { appendSeconds, measure }: Telemetry): EventLog {
  const appended = new Map<string, number>();
  measure(
    {
      name: 'fanwatt_events_total',
      help: 'Events appended by this process',
      kind: 'counter',
      labels: ['type'],
    },
    () => [...appended].map(([type, count]) => [{ type }, count]),
  );

  async function measured(
    writes: readonly StreamWrite[],
    append: () => Promise<AppendResult>,
  ): Promise<AppendResult> {
    const began = performance.now();
    const result = await append();
    appendSeconds.observe((performance.now() - began) / 1_000);
    if (result.ok && !result.repeated)
      for (const { events } of writes)
        for (const { type } of events) appended.set(type, (appended.get(type) ?? 0) + 1);
    return result;
  }

  return {
    ...log,
    append: (writes, order) => measured(writes, () => log.append(writes, order)),
    exclusively: (work) =>
      log.exclusively((turn) =>
        work({
          ...turn,
          append: (writes, order, last) => measured(writes, () => turn.append(writes, order, last)),
        }),
      ),
  };
}
