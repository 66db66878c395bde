import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { countdown } from '../../../language/format.ts';
import { useFormats } from '../../../language/use-formats.ts';
import { useTimeLeft } from './use-time-left.ts';

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
  const { t } = useTranslation('item');
  const formats = useFormats();
  const left = useTimeLeft(at, now) ?? 0;
  return (
    <Text span size="sm" className="figures" role="timer">
      {left >= DAY
        ? t(`time.${of}At`, { time: formats.dateTime(at) })
        : t(`time.${of}In`, { left: countdown(left) })}
    </Text>
  );
}
