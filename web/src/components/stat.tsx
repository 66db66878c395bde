import { ActionIcon, Group, Paper, Stack, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { IconArrowDownRight, IconArrowUpRight, IconEqual, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { figureChange } from '../language/figure-change.ts';
import { useLocale } from '../language/use-locale.ts';

interface Props {
  label: string;
  /** The definition of the figure, in a sentence. */
  definition: string;
  kind: 'money' | 'count';
  /** Yuan with two decimals for money, a whole number for counts. */
  value: string | number;
  /** The same figure of the period before, of equal length. */
  before?: string | number;
  /** Empty where it is written once for several figures. */
  beforeLabel?: string;
  asOf?: { time: number } | undefined;
  /** A second line that belongs to the same figure. */
  more?: ReactNode;
  /** `small` for several in a row inside another part. */
  size?: 'small' | 'large';
  /** If more of it is better; `less` for refunds. */
  better?: 'more' | 'less';
  /** The period is not over: that there is less yet is no bad news. */
  running?: boolean;
  /** The screen reader's text of the figure, if it is not made of orders. */
  explained?: string;
  /** Opens what makes the figure up; without it the figure may not be shown as one that explains itself. */
  onExplain: () => void;
}

/** When the figures beside it were true. */
export function AsOf({ asOf, mt }: { asOf: { time: number }; mt?: 'auto' }) {
  const { t, formats } = useLocale('shell');
  return (
    <Text className="footnote figures" {...(mt && { mt })}>
      {t('figure.asOf', { time: formats.dateTime(asOf.time) })}
    </Text>
  );
}

/** A figure of money or count: value, change, definition, since when it is true, and what makes it up. */
export function Stat(props: Props) {
  const {
    label,
    definition,
    kind,
    value,
    before,
    beforeLabel,
    asOf,
    more,
    size = 'large',
    better = 'more',
    running = false,
    explained,
    onExplain,
  } = props;
  const { t, formats } = useLocale('shell');
  const written = (amount: string | number) =>
    kind === 'money' ? formats.money(String(amount)) : formats.number(Number(amount));
  return (
    <Paper withBorder p={size === 'small' ? 'sm' : 'md'} h="100%">
      <Stack gap={4} h="100%">
        <Group gap={4} wrap="nowrap">
          <Text className="hint">{label}</Text>
          <Tooltip label={definition}>
            <ActionIcon size="sm" aria-label={`${label}: ${definition}`}>
              <IconInfoCircle size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Group>
        <UnstyledButton
          onClick={onExplain}
          aria-label={explained ?? t('figure.explain', { label, value: written(value) })}
        >
          <Text
            className="figures"
            fz={size === 'small' ? { base: 18, sm: 20 } : { base: 20, sm: 28 }}
            fw={650}
            lh={1.2}
            td="hover"
          >
            {written(value)}
          </Text>
        </UnstyledButton>
        {more}
        {before !== undefined && (
          <Change
            now={Number(value)}
            before={Number(before)}
            written={written}
            label={beforeLabel}
            better={better}
            running={running}
          />
        )}
        {asOf !== undefined && <AsOf asOf={asOf} mt="auto" />}
      </Stack>
    </Paper>
  );
}

interface ChangeProps {
  now: number;
  before: number;
  written: (amount: number) => string;
  label: string | undefined;
  better: 'more' | 'less';
  running: boolean;
}

function Change({ now, before, written, label, better, running }: ChangeProps) {
  const { t, formats } = useLocale('shell');
  const change = figureChange(now, before);
  if (change === undefined) return <Text className="hint">{t('figure.noneBefore')}</Text>;
  const { difference, share } = change;
  const Arrow = difference > 0 ? IconArrowUpRight : difference < 0 ? IconArrowDownRight : IconEqual;
  const good = better === 'more' ? difference > 0 : difference < 0;
  const bad = difference !== 0 && !good && !running;
  const color = good ? 'var(--fw-good)' : bad ? 'var(--fw-bad)' : 'dimmed';
  const sign = difference > 0 ? '+' : difference < 0 ? '−' : '';
  return (
    <Stack gap={0} className="figures">
      <Group gap={2} wrap="nowrap" c={color} fz="sm">
        <Arrow size={16} aria-hidden style={{ flexShrink: 0 }} />
        <Text inherit>
          {sign}
          {written(Math.abs(difference))}
          {share !== 0 && ` (${formats.change(share)})`}
        </Text>
      </Group>
      {label !== '' && <Text className="hint">{label ?? t('figure.before')}</Text>}
    </Stack>
  );
}
