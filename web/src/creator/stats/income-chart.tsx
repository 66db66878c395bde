import { Group, Stack, Text } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import type { ReactNode } from 'react';
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { useLocale } from '../../language/use-locale.ts';
import { CHART } from './chart-colors.ts';
import { BeforeSign, GoodsHatch, GoodsSign, SponsorshipSign } from './chart-signs.tsx';
import classes from './income-chart.module.css';
import type { Bar as IncomeBar } from './totals.ts';

interface Props {
  bars: IncomeBar[];
  onExplain: (bar: IncomeBar) => void;
}

const AXIS = { fontSize: 12, fill: 'var(--mantine-color-dimmed)' } as const;
const GOODS_HATCH = 'goods-hatch';

/** Income by day, stacked by kind, with the period before as a line. Loaded when it is first shown. */
export default function IncomeChart({ bars, onExplain }: Props) {
  const { t, formats } = useLocale('stats');
  const still = useReducedMotion();
  const open = (entry: { payload?: unknown }) => {
    const bar = bars.find((one) => one === entry.payload);
    if (bar !== undefined) onExplain(bar);
  };
  const common = {
    stackId: 'income',
    isAnimationActive: !still,
    animationDuration: 400,
    maxBarSize: 32,
    onClick: open,
  } as const;
  return (
    <div className={classes.chart}>
      <ResponsiveContainer width="100%" height="100%">
        <ComposedChart data={bars} margin={{ top: 8, right: 4, bottom: 0, left: 0 }} title={t('chart.title')}>
          <defs>
            <GoodsHatch id={GOODS_HATCH} />
          </defs>
          <CartesianGrid vertical={false} stroke="var(--fw-line)" />
          <XAxis
            dataKey="from"
            tickFormatter={formats.day}
            tick={AXIS}
            tickLine={false}
            axisLine={false}
            minTickGap={28}
          />
          <YAxis width={60} tickFormatter={formats.moneyTick} tick={AXIS} tickLine={false} axisLine={false} />
          <Tooltip
            cursor={{ fill: 'var(--fw-wash)' }}
            content={({ active, payload }) => {
              const bar = bars.find((one) => one === payload[0]?.payload);
              return active && bar !== undefined ? <Tip bar={bar} /> : null;
            }}
          />
          <Bar {...common} dataKey="sponsorship" name={t('chart.sponsorship')} fill={CHART.sponsorship} />
          <Bar
            {...common}
            dataKey="goods"
            name={t('chart.goods')}
            fill={`url(#${GOODS_HATCH})`}
            radius={[4, 4, 0, 0]}
          />
          <Line
            dataKey="before"
            name={t('chart.before')}
            type="monotone"
            stroke={CHART.before}
            strokeDasharray="4 3"
            strokeWidth={2}
            dot={false}
            activeDot={{ r: 4 }}
            isAnimationActive={!still}
            animationDuration={400}
          />
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  );
}

function Tip({ bar }: { bar: IncomeBar }) {
  const { t, formats } = useLocale('stats');
  const money = (yuan: number) => formats.money(yuan.toFixed(2));
  return (
    <Stack gap={4} className={classes.tip}>
      <Text size="sm" fw={650}>
        {bar.from === bar.to
          ? formats.day(bar.from)
          : t('chart.days', { from: formats.day(bar.from), to: formats.day(bar.to) })}
      </Text>
      <Entry sign={<SponsorshipSign />} label={t('chart.sponsorship')} value={money(bar.sponsorship)} />
      <Entry sign={<GoodsSign />} label={t('chart.goods')} value={money(bar.goods)} />
      {bar.before !== undefined && (
        <Entry sign={<BeforeSign />} label={t('chart.before')} value={money(bar.before)} />
      )}
      <Text className="footnote">{t('chart.click', { count: bar.orders })}</Text>
    </Stack>
  );
}

const Entry = ({ sign, label, value }: { sign: ReactNode; label: string; value: string }) => (
  <Group justify="space-between" wrap="nowrap" gap="md">
    <Group gap={8} wrap="nowrap">
      {sign}
      <Text className="hint">{label}</Text>
    </Group>
    <Text size="sm" className="figures">
      {value}
    </Text>
  </Group>
);
