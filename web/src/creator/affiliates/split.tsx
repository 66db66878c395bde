import { Group, Progress, Stack, Text } from '@mantine/core';
import { wireOfFen } from '../../components/wire-money.ts';
import { useLocale } from '../../language/use-locale.ts';
import classes from './affiliates.module.css';

/** Whole yuan of a hundred are percent: nothing is rounded. */
const WHOLE = 100;
const PAYMENT_FEE = 1;
const SERVICE_FEE = 5;

interface Props {
  /** Whole percent; undefined while none is typed. */
  rate: number | undefined;
}

/** Where a hundred yuan go at this share: as a bar, and in words. */
export function Split({ rate = 0 }: Props) {
  const { t, formats } = useLocale('affiliates');
  const yuan = (whole: number): string => formats.money(wireOfFen(whole * 100));
  const parts = [
    { key: 'net', share: WHOLE - PAYMENT_FEE - SERVICE_FEE - rate, color: 'brand.6' },
    { key: 'partner', share: rate, color: 'teal.6' },
    { key: 'service_fee', share: SERVICE_FEE, color: 'gray.6' },
    { key: 'payment_fee', share: PAYMENT_FEE, color: 'gray.5' },
  ] as const;
  return (
    <Stack gap={8} role="group" aria-label={t('form.of', { money: yuan(WHOLE) })}>
      <Text size="sm" fw={650} className="figures">
        {t('form.of', { money: yuan(WHOLE) })}
      </Text>
      <Progress.Root size="lg" aria-hidden>
        {parts.map(({ key, share, color }) => (
          <Progress.Section key={key} value={share} color={color} />
        ))}
      </Progress.Root>
      <Group gap="4px 20px" aria-live="polite">
        {parts.map(({ key, share, color }) => (
          <Group key={key} gap={6} wrap="nowrap">
            <span
              className={classes.dot}
              style={{ background: `var(--mantine-color-${color.replace('.', '-')})` }}
            />
            <Text size="sm" className="figures">
              <Text span inherit c="dimmed">
                {t(`split.${key}`, { rate: formats.percent(rate / WHOLE) })}
              </Text>{' '}
              {yuan(share)}
            </Text>
          </Group>
        ))}
      </Group>
    </Stack>
  );
}
