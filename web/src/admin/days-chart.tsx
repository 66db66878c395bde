import { Group, Paper, Text } from '@mantine/core';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { PlatformDay } from '#services/contract/staff/users.ts';
import { useLocale } from '../language/use-locale.ts';

interface Props {
  list: readonly PlatformDay[];
  show: 'money' | 'people';
}

const AXIS = { fontSize: 12, fill: 'var(--mantine-color-dimmed)' } as const;
const FIRST = 'var(--mantine-primary-color-filled)';
const SECOND = 'var(--mantine-color-gray-5)';

/** Two figures by day, as bars. Loaded when it is first shown. */
export default function DaysChart({ list, show }: Props) {
  const { t, formats } = useLocale('staff');
  const isMoney = show === 'money';
  const rows = list.map(({ date, gross, refunds, orders, new_users }) => ({
    date,
    first: isMoney ? Number(gross) : orders,
    second: isMoney ? Number(refunds) : new_users,
  }));
  const names = isMoney
    ? [t('figures.gross'), t('figures.refunds')]
    : [t('figures.orders'), t('figures.newUsers')];
  const written = (value: number) =>
    isMoney ? formats.money(value.toFixed(2)) : value.toLocaleString('en-US');
  return (
    <div style={{ height: 260 }}>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={rows} margin={{ top: 8, right: 4, bottom: 0, left: 0 }} title={names.join(', ')}>
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
            width={60}
            {...(isMoney ? { tickFormatter: formats.moneyTick } : { allowDecimals: false })}
            tick={AXIS}
            tickLine={false}
            axisLine={false}
          />
          <Tooltip
            cursor={{ fill: 'var(--fw-wash)' }}
            content={({ active, payload }) => {
              const row = rows.find((one) => one === payload[0]?.payload);
              if (!active || row === undefined) return null;
              return (
                <Paper withBorder p="xs">
                  <Text size="sm" fw={650}>
                    {formats.day(row.date)}
                  </Text>
                  {[row.first, row.second].map((value, nth) => (
                    <Group key={names[nth]} justify="space-between" gap="md">
                      <Text className="hint">{names[nth]}</Text>
                      <Text size="sm" className="figures">
                        {written(value)}
                      </Text>
                    </Group>
                  ))}
                </Paper>
              );
            }}
          />
          <Bar dataKey="first" name={names[0] ?? ''} fill={FIRST} maxBarSize={24} isAnimationActive={false} />
          <Bar
            dataKey="second"
            name={names[1] ?? ''}
            fill={SECOND}
            maxBarSize={24}
            isAnimationActive={false}
          />
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}
