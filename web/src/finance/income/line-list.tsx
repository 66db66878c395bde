import { Code } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SettlementDetail } from '#services/contract/income/calls.ts';
import { AnchorLink } from '../../components/links.tsx';
import type { Column } from '../../components/table/columns.ts';
import { DataTable } from '../../components/table/data-table.tsx';

type Line = SettlementDetail['lines'][number];

/** The orders and refunds of a settlement, each with the line that its hash is computed from. */
export function LineList({ lines, count }: { lines: readonly Line[]; count: number }) {
  const { t } = useTranslation(['income-settlements', 'shell']);
  const columns: Column<Line>[] = [
    {
      id: 'order',
      head: t('shell:table.number'),
      value: ({ out_trade_no }) => out_trade_no,
      cell: ({ out_trade_no }) => (
        <AnchorLink to="/finance/trace" search={{ out_trade_no }} size="sm" underline="always">
          {out_trade_no}
        </AnchorLink>
      ),
    },
    { id: 'kind', head: t('lines.kind'), value: ({ kind }) => t(`lines.${kind}`) },
    { id: 'amount', head: t('shell:table.amount'), kind: 'money', value: ({ amount }) => amount },
    { id: 'net', head: t('figure.net'), kind: 'money', value: ({ net }) => net },
    { id: 'position', head: t('lines.position'), kind: 'count', value: ({ position }) => position },
    {
      id: 'text',
      head: t('lines.text'),
      kind: 'text',
      value: ({ text }) => text,
      cell: ({ text }) => (
        <Code block fz={11} p={4} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', tabSize: 3 }}>
          {text}
        </Code>
      ),
    },
  ];
  return (
    <DataTable
      part="lines_"
      label={t('lines.title')}
      columns={columns}
      rows={lines}
      paged={lines.length < count}
      rowKey={({ position }) => String(position)}
      summary={t('lines.count', { count })}
    />
  );
}
