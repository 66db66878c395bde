import { Badge, Text } from '@mantine/core';
import { AFFILIATE_STATUS } from '#events/status.ts';
import type { Affiliate } from '#services/contract/affiliates/calls.ts';
import { AnchorLink } from '../../components/links.tsx';
import { Name } from '../../components/name.tsx';
import type { Column } from '../../components/table/columns.ts';
import { useLocale } from '../../language/use-locale.ts';

type Code = Pick<Affiliate, 'code' | 'status' | 'plans' | 'create_time' | 'rate' | 'orders' | 'commission'>;

/** Columns that a code has on both sides. @param personOf the other side; @param mine the commission is the user's own */
export function useCodeColumns<Row extends Code>(
  personOf: (row: Row) => Affiliate['partner'],
  mine: boolean,
): Column<Row>[] {
  const { t, formats } = useLocale(['affiliates', 'shell']);
  const wordsOf = ({ plans }: Row): string =>
    plans.length === 0
      ? t('form.plansEmpty')
      : formats.words(plans.map(({ name }) => name).filter((name) => name !== ''));
  const statusOf = ({ status }: Row): string =>
    t(status === AFFILIATE_STATUS.active ? 'status.active' : 'status.paused');
  return [
    {
      id: 'code',
      head: t('form.code'),
      kind: 'name',
      value: ({ code }) => code,
      cell: ({ code }) => (
        <Text fw={650} ff="monospace" fz="sm" miw={104} style={{ overflowWrap: 'anywhere' }}>
          {code}
        </Text>
      ),
    },
    {
      id: 'person',
      head: t(mine ? 'given.by' : 'order.title'),
      kind: 'name',
      value: (row) => personOf(row).name,
      cell: (row) => {
        const { name, url_slug } = personOf(row);
        if (url_slug === '') return <Name inherit>{name}</Name>;
        return (
          <AnchorLink to="/a/$slug" params={{ slug: url_slug }} size="sm">
            <Name inherit>{name}</Name>
          </AnchorLink>
        );
      },
    },
    {
      id: 'status',
      head: t('shell:table.status'),
      kind: 'status',
      value: statusOf,
      cell: (row) => (
        <Badge color={row.status === AFFILIATE_STATUS.active ? 'green' : 'gray'}>{statusOf(row)}</Badge>
      ),
    },
    {
      id: 'rate',
      head: t(mine ? 'mineRate' : 'form.rate'),
      kind: 'count',
      value: ({ rate }) => rate,
      cell: ({ rate }) => formats.percent(rate / 100),
      words: ({ rate }) => `${rate}%`,
    },
    { id: 'orders', head: t('figure.orders'), kind: 'count', value: ({ orders }) => orders },
    {
      id: 'commission',
      head: t(mine ? 'figure.mine' : 'figure.commission'),
      kind: 'money',
      value: ({ commission }) => commission,
      cell: ({ commission }) => (
        <>
          {formats.money(commission)}
          <Text className="footnote" ta="right" hiddenFrom="sm">
            {t(mine ? 'figure.mine' : 'figure.commission')}
          </Text>
        </>
      ),
    },
    {
      id: 'plans',
      head: t('form.plans'),
      value: wordsOf,
      cell: (row) => (
        <Text inherit miw={80} style={{ overflowWrap: 'anywhere' }}>
          {wordsOf(row)}
        </Text>
      ),
    },
    {
      id: 'since',
      head: t('shell:table.time'),
      kind: 'time',
      value: ({ create_time }) => create_time,
      optional: true,
    },
  ];
}
