import { Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { countdown } from '../../../language/format.ts';
import { useLocale } from '../../../language/use-locale.ts';

const DAY = 86_400;

interface Props {
  /** Unix seconds of the server's clock, both. */
  at: number;
  now: number;
  /** `ends`: a price that lasts until then. `opens`: it is sold from then on. */
  of: 'ends' | 'opens';
}

/** Until when, or from when: a date while it is days away, and then the time that is left. */
export function TimeLeft({ at, now, of }: Props) {
  const { t, formats } = useLocale('catalog-item');
  const left = useTimeLeft(at, now) ?? 0;
  return (
    <Text span size="sm" className="figures" role="timer">
      {left >= DAY
        ? t(`time.${of}At`, { time: formats.dateTime(at) })
        : t(`time.${of}In`, { left: countdown(left) })}
    </Text>
  );
}

/**
 * Seconds until a time of the server's clock; at that time dependent queries load again.
 * @param at Unix seconds; null: no such time
 * @param now the server's time of its answer, Unix seconds
 */
function useTimeLeft(at: number | null, now: number): number | null {
  const client = useQueryClient();
  // This machine's clock only measures the time since the answer.
  const [since, setSince] = useState(() => ({ now, here: Date.now() }));
  const [here, setHere] = useState(since.here);
  const clock = useInterval(() => setHere(Date.now()), 1000);
  useEffect(() => {
    const arrived = Date.now();
    setSince({ now, here: arrived });
    setHere(arrived);
  }, [now]);
  useEffect(() => {
    if (at === null) return undefined;
    clock.start();
    return clock.stop;
  }, [at, clock.start, clock.stop]);
  const left = at === null ? null : Math.max(0, at - since.now - Math.max(0, here - since.here) / 1000);
  const over = left === 0 && at !== null && at > now;
  useEffect(() => {
    if (over) void client.invalidateQueries();
  }, [over, client]);
  return left;
}
