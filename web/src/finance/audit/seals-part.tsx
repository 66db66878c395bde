import { EmptyState, Table, Text } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { getSeals, type sealsAnswer } from '#services/api/audit/contract/audit.ts';
import { queryOf } from '../../api/queries.ts';
import { AnchorLink } from '../../components/links.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Pages } from '../../components/pages.tsx';
import { Section } from '../../components/section.tsx';
import { useFormats } from '../../language/use-formats.ts';
import { useAsOf } from '../frame/as-of.ts';
import { WideTable } from '../frame/wide-table.tsx';

interface Props {
  page: number;
  onPage: (page: number) => void;
}

/** The seals over the log, newest first; of the past when the desk is turned to it. */
export function SealsPart({ page, onPage }: Props) {
  const { t } = useTranslation('audit');
  const formats = useFormats();
  const as_of = useAsOf();
  const then = as_of !== undefined;
  const query = useQuery(queryOf(getSeals, { page, as_of }));
  const through = query.data && {
    through: formats.number(query.data.sealed_through),
    head: formats.number(query.data.head),
  };
  return (
    <Section
      title={t('seals.title')}
      text={through && t(then ? 'seals.throughThen' : 'seals.through', through)}
    >
      <Loaded
        query={query}
        height={320}
        isEmpty={({ total_count }) => total_count === 0}
        empty={
          <EmptyState
            variant="light"
            py={32}
            icon={<IconShieldLock aria-hidden />}
            title={t(then ? 'seals.noneThen' : 'seals.none')}
            description={t(then ? 'seals.noneThenText' : 'seals.noneText')}
          />
        }
      >
        {({ list, total_count }) => (
          <>
            <Seals list={list} />
            <Pages total={total_count} page={page} onPage={onPage} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

/** The beginning of a hash, long enough to be distinct. */
const HASH_SHOWN = 16;

function Seals({ list }: { list: z.infer<typeof sealsAnswer>['list'] }) {
  const { t } = useTranslation('audit');
  const formats = useFormats();
  return (
    <WideTable label={t('seals.title')} minWidth={640}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('seals.number')}</Table.Th>
          <Table.Th ta="right">{t('seals.range')}</Table.Th>
          <Table.Th ta="right">{t('seals.events')}</Table.Th>
          <Table.Th>{t('seals.time')}</Table.Th>
          <Table.Th>{t('seals.root')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {list.map(({ number, first_position, last_position, time, root }) => (
          <Table.Tr key={number}>
            <Table.Th scope="row">
              <AnchorLink
                to="/finance/audit"
                search={(search) => ({ ...search, proof: String(first_position) })}
                size="sm"
                fw={650}
                aria-label={t('seals.open', { number: formats.number(number) })}
              >
                {formats.number(number)}
              </AnchorLink>
            </Table.Th>
            <Table.Td ta="right">
              {formats.number(first_position)}–{formats.number(last_position)}
            </Table.Td>
            <Table.Td ta="right">{formats.number(last_position - first_position + 1)}</Table.Td>
            <Table.Td>{formats.dateTime(time)}</Table.Td>
            <Table.Td>
              <Text span size="sm" ff="monospace" title={root}>
                {root.slice(0, HASH_SHOWN)}…
              </Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}
