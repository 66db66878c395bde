import { Text } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { getSeals, type sealsAnswer } from '#services/contract/audit/audit.ts';
import { queryOf } from '../../api/queries.ts';
import { AnchorLink } from '../../components/links.tsx';
import { Section } from '../../components/section.tsx';
import type { Column } from '../../components/table/columns.ts';
import { TablePage } from '../../components/table/table-page.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { useAsOf } from '../frame/as-of.ts';

type Seal = z.infer<typeof sealsAnswer>['list'][number];

/** The beginning of a hash, long enough to be distinct. */
const HASH_SHOWN = 16;

/** The seals over the log, newest first; of the past when the desk is turned to it. */
export function SealsPart({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  const { t, formats } = useLocale('audit');
  const as_of = useAsOf();
  const then = as_of !== undefined;
  const seals = (at: number) => queryOf(getSeals, { page: at, as_of });
  const query = useQuery(seals(page));
  const through = query.data && {
    count: query.data.head - query.data.sealed_through,
    through: formats.number(query.data.sealed_through),
    head: formats.number(query.data.head),
  };
  const columns: Column<Seal>[] = [
    {
      id: 'number',
      head: t('seals.number'),
      kind: 'number',
      value: ({ number }) => number,
      cell: ({ number, first_position }) => (
        <AnchorLink
          to="/finance/audit"
          search={(search) => ({ ...search, proof: String(first_position) })}
          size="sm"
          fw={650}
          aria-label={t('seals.open', { number: formats.number(number) })}
        >
          {formats.number(number)}
        </AnchorLink>
      ),
    },
    {
      id: 'range',
      head: t('seals.range'),
      value: ({ first_position, last_position }) =>
        `${formats.number(first_position)}–${formats.number(last_position)}`,
    },
    {
      id: 'events',
      head: t('seals.events'),
      kind: 'count',
      value: ({ first_position, last_position }) => last_position - first_position + 1,
    },
    { id: 'time', head: t('seals.time'), kind: 'time', value: ({ time }) => time },
    {
      id: 'root',
      head: t('seals.root'),
      value: ({ root }) => root,
      cell: ({ root }) => (
        <Text span size="sm" ff="monospace" title={root}>
          {root.slice(0, HASH_SHOWN)}…
        </Text>
      ),
    },
  ];
  return (
    <Section
      title={t('seals.title')}
      text={through && t(then ? 'seals.throughThen' : 'seals.through', through)}
    >
      <TablePage
        part="seals_"
        label={t('seals.title')}
        columns={columns}
        rowKey={({ number }) => String(number)}
        queryOf={seals}
        nothing={{
          icon: <IconShieldLock aria-hidden />,
          title: t(then ? 'seals.noneThen' : 'seals.none'),
          text: t(then ? 'seals.noneThenText' : 'seals.noneText'),
        }}
        small
        page={page}
        onPage={onPage}
        file="seals"
      />
    </Section>
  );
}
