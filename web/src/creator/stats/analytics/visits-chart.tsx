import { Stack, Text } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { VisitStats } from '#services/contract/stats/visits.ts';
import { useLocale } from '../../../language/use-locale.ts';
import { CHART } from '../chart-colors.ts';
import classes from '../income-chart.module.css';

const AXIS = { fontSize: 12, fill: 'var(--mantine-color-dimmed)' } as const;

/** Visits by day as bars. Loaded when it is first shown. */
export default function VisitsChart({ days }: { days: VisitStats['list'] }) {
  const { t, formats } = useLocale('stats-analytics');
  const still = useReducedMotion();
  return (
    <div className={classes.chart}>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart
          data={[...days]}
          margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
          title={t('visits.chart')}
          style={{ cursor: 'default' }}
        >
          <CartesianGrid vertical={false} stroke="var(--fw-line)" />
          <XAxis
            dataKey="date"
            tickFormatter={formats.day}
            tick={AXIS}
            tickLine={false}
            axisLine={false}
            minTickGap={28}
          />
          <YAxis
            width={44}
            tickFormatter={formats.number}
            allowDecimals={false}
            tick={AXIS}
            tickLine={false}
            axisLine={false}
          />
          <Tooltip
            cursor={{ fill: 'var(--fw-wash)' }}
            content={({ active, payload }) => {
              const day = days.find((one) => one === payload[0]?.payload);
              return active && day !== undefined ? (
                <Stack gap={4} className={classes.tip}>
                  <Text size="sm" fw={650}>
                    {formats.day(day.date)}
                  </Text>
                  <Text className="hint figures">{t('visits.times', { count: day.visits })}</Text>
                  <Text className="hint figures">{t('visits.people', { count: day.visitors })}</Text>
                </Stack>
              ) : null;
            }}
          />
          <Bar
            dataKey="visits"
            name={t('visits.visits')}
            fill={CHART.sponsorship}
            maxBarSize={32}
            radius={[4, 4, 0, 0]}
            isAnimationActive={!still}
            animationDuration={400}
          />
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}
