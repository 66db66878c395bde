import { Switch, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import type { Sales } from '#services/contract/stats/sales.ts';
import type { Column } from '../../../components/table/columns.ts';
import { DataTable } from '../../../components/table/data-table.tsx';
import { lessYuan } from '../../../components/wire-money.ts';
import { useLocale } from '../../../language/use-locale.ts';
import type { Days } from '../period.ts';
import type { ExplainRequest } from '../stats-search.ts';
import { ExplainCell } from './explain-cell.tsx';

interface Props {
  plans: Sales['plans'];
  days: Days;
  onExplain: (request: ExplainRequest) => void;
}

type Count = 'orders' | 'units' | 'new_sponsors';
type Money = 'gross' | 'refunds' | 'net';

/** A plan with all it sold, or one of its SKUs; null: the figure is the plan's alone. */
interface SalesRow {
  plan_id: string;
  plan: string;
  sku_id: string | undefined;
  sku: string;
  orders: number;
  units: number | null;
  gross: string;
  refunds: string | null;
  fees: string | null;
  net: string | null;
  new_sponsors: number | null;
}

/** Every plan, and below it its SKUs. */
export function SalesTable({ plans, days, onExplain }: Props) {
  const { t, formats } = useLocale(['stats-analytics', 'stats']);
  const wide = useMediaQuery('(min-width: 869px)', true, { getInitialValueInEffect: false });
  const [chosen, setChosen] = useState<boolean>();
  const withSkus = chosen ?? wide;
  const rows = plans.flatMap((plan): SalesRow[] => {
    const { plan_id, orders, gross, refunds, net, new_sponsors, skus } = plan;
    const name = plan_id === '' ? t('sales.custom') : plan.name;
    const units = skus.length === 0 ? null : skus.reduce((sum, sku) => sum + sku.units, 0);
    return [
      {
        plan_id,
        plan: name,
        sku_id: undefined,
        sku: '',
        orders,
        units,
        gross,
        refunds,
        net,
        fees: lessYuan(lessYuan(gross, refunds), net),
        new_sponsors,
      },
      ...(skus.length < 2 || !withSkus ? [] : skus).map((sku) => ({
        plan_id,
        plan: name,
        sku_id: sku.sku_id,
        sku: sku.name || sku.sku_id,
        orders: sku.orders,
        units: sku.units,
        gross: sku.gross,
        refunds: null,
        fees: null,
        net: null,
        new_sponsors: null,
      })),
    ];
  });
  const figure = (name: Count | Money) => ({
    id: name,
    head: t(`stats:figure.${name}`),
    cell: (row: SalesRow) => {
      const value = row[name];
      if (value === null) return '–';
      const written = typeof value === 'string' ? formats.money(value) : formats.number(value);
      // Amounts without a plan, and units of a whole plan, have no explanation.
      const open =
        row.plan_id !== '' && Number(value) !== 0 && (name !== 'units' || row.sku_id !== undefined);
      if (!open && Number(value) !== 0) return written;
      const request: ExplainRequest = { figure: name, ...days, plan_id: row.plan_id, sku_id: row.sku_id };
      return (
        <ExplainCell
          label={`${row.plan} ${row.sku}, ${t(`stats:figure.${name}`)}`}
          value={written}
          onExplain={open ? () => onExplain(request) : undefined}
        />
      );
    },
  });
  const count = (name: Count): Column<SalesRow> => ({
    ...figure(name),
    kind: 'count',
    value: (row) => row[name],
  });
  const money = (name: Money): Column<SalesRow> => ({
    ...figure(name),
    kind: 'money',
    value: (row) => row[name],
  });
  const columns: Column<SalesRow>[] = [
    {
      id: 'plan',
      head: t('sales.plan'),
      kind: 'name',
      value: ({ plan, sku }) => (sku === '' ? plan : `${plan} · ${sku}`),
      cell: ({ plan, sku }) =>
        sku === '' ? (
          plan
        ) : (
          <Text component="div" inherit c="dimmed" pl="md">
            {sku}
            <Text className="footnote">{plan}</Text>
          </Text>
        ),
    },
    count('orders'),
    count('units'),
    money('gross'),
    money('refunds'),
    {
      id: 'fees',
      head: t('sales.fees'),
      kind: 'money',
      value: ({ fees }) => fees,
      cell: ({ fees }) => (fees === null ? '–' : formats.money(fees)),
    },
    money('net'),
    count('new_sponsors'),
  ];
  return (
    <>
      {plans.some(({ skus }) => skus.length > 1) && (
        <Switch
          label={t('sales.skus')}
          checked={withSkus}
          onChange={({ currentTarget: { checked } }) => setChosen(checked)}
        />
      )}
      <DataTable
        part="sales_"
        label={t('sales.title')}
        columns={columns}
        rows={rows}
        rowKey={({ plan_id, sku_id }) => `${plan_id} ${sku_id ?? ''}`}
        summary={t('sales.count', { count: plans.length })}
      />
    </>
  );
}
