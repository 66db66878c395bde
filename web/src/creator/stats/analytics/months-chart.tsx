import { Group, Stack, Text } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { SponsorMonths } from '#services/contract/stats/sales.ts';
import { useLocale } from '../../../language/use-locale.ts';
import classes from '../income-chart.module.css';

type Month = SponsorMonths['list'][number];

interface Props {
  months: readonly Month[];
  onExplain: (month: Month) => void;
}

const AXIS = { fontSize: 12, fill: 'var(--mantine-color-dimmed)' } as const;
/** Above the axis, and below it the lost ones; position distinguishes them, not only colour. */
const BARS = [
  { name: 'kept', fill: 'var(--mantine-color-brand-5)' },
  { name: 'returned', fill: 'var(--fw-chart-goods)' },
  { name: 'new', fill: 'var(--fw-good)' },
  { name: 'lost', fill: 'var(--mantine-color-dimmed)' },
] as const;

/** Sponsors by month as stacked bars; the lost ones below the axis. Loaded when it is first shown. */
export default function MonthsChart({ months, onExplain }: Props) {
  const { t, formats } = useLocale('stats-analytics');
  const still = useReducedMotion();
  const data = months.map((month) => ({ ...month, lost: -month.lost, of: month }));
  return (
    <Stack gap="xs">
      <ul className={classes.legend}>
        {BARS.map(({ name, fill }) => (
          <li key={name}>
            <Sign fill={fill} />
            {t(`months.${name}`)}
          </li>
        ))}
      </ul>
      <div className={classes.chart}>
        <ResponsiveContainer width="100%" height="100%">
          <ComposedChart
            data={data}
            stackOffset="sign"
            margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
            title={t('months.title')}
          >
            <CartesianGrid vertical={false} stroke="var(--fw-line)" />
            <XAxis
              dataKey="month"
              tickFormatter={formats.month}
              tick={AXIS}
              tickLine={false}
              axisLine={false}
              minTickGap={28}
            />
            <YAxis
              width={44}
              tickFormatter={(value: number) => formats.number(Math.abs(value))}
              allowDecimals={false}
              tick={AXIS}
              tickLine={false}
              axisLine={false}
            />
            <ReferenceLine y={0} stroke="var(--fw-line)" />
            <Tooltip
              cursor={{ fill: 'var(--fw-wash)' }}
              content={({ active, payload }) => {
                const month = data.find((one) => one === payload[0]?.payload)?.of;
                return active && month !== undefined ? <Tip month={month} /> : null;
              }}
            />
            {BARS.map(({ name, fill }) => (
              <Bar
                key={name}
                dataKey={name}
                stackId="sponsors"
                name={t(`months.${name}`)}
                fill={fill}
                maxBarSize={36}
                isAnimationActive={!still}
                animationDuration={400}
                onClick={(entry: { payload?: unknown }) => {
                  const month = data.find((one) => one === entry.payload)?.of;
                  if (month !== undefined) onExplain(month);
                }}
              />
            ))}
          </ComposedChart>
        </ResponsiveContainer>
      </div>
    </Stack>
  );
}

const Sign = ({ fill }: { fill: string }) => (
  <svg width={14} height={14} aria-hidden role="presentation">
    <rect width={14} height={14} rx={3} fill={fill} />
  </svg>
);

function Tip({ month }: { month: Month }) {
  const { t, formats } = useLocale('stats-analytics');
  return (
    <Stack gap={4} className={classes.tip}>
      <Text size="sm" fw={650}>
        {formats.month(month.month)}
      </Text>
      {BARS.map(({ name, fill }) => (
        <Group key={name} justify="space-between" wrap="nowrap" gap="md">
          <Group gap={8} wrap="nowrap">
            <Sign fill={fill} />
            <Text className="hint">{t(`months.${name}`)}</Text>
          </Group>
          <Text size="sm" className="figures">
            {formats.number(month[name])}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}
