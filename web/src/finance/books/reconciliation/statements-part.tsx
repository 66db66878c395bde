import { Badge, Box } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { type ListedStatement, listStatements } from '#services/contract/books/statements.ts';
import { queryOf } from '../../../api/queries.ts';
import { DotList } from '../../../components/dot-list.tsx';
import { Section } from '../../../components/section.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { TablePage } from '../../../components/table/table-page.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { useAsOf } from '../../frame/as-of.ts';

const A_PAGE = 10;

interface Props {
  page: number;
  onPage: (page: number) => void;
  onOpen: (statement_id: string) => void;
}

/** Statements that were read, the newest first. */
export function StatementsPart({ page, onPage, onOpen }: Props) {
  const { t, formats } = useLocale('books-reconciliation');
  const as_of = useAsOf();
  const linesOf = ({ fresh, known }: ListedStatement): string[] => [
    t('report.fresh', { count: fresh }),
    ...(known > 0 ? [t('report.known', { count: known })] : []),
  ];
  const rejectedOf = ({ rejected_count: count }: ListedStatement): string =>
    count > 0 ? t('statements.rejected', { count }) : '';
  const columns: Column<ListedStatement>[] = [
    {
      id: 'period',
      head: t('statement.period'),
      order: ({ from }) => from,
      value: ({ from, to }) => `${formats.fileTime(from)} – ${formats.fileTime(to)}`,
      cell: ({ from, to, reversed }) => (
        <span style={{ whiteSpace: 'nowrap' }}>
          {formats.dateTime(from)} –<br />
          {formats.dateTime(to)}
          {reversed !== null && (
            <>
              <br />
              <Badge color="gray">{t('reversal.done')}</Badge>
            </>
          )}
        </span>
      ),
    },
    {
      id: 'provider',
      head: t('items.provider'),
      value: ({ provider }) => t(`provider.${provider as 'sandbox'}`),
    },
    { id: 'net', head: t('net'), kind: 'money', value: ({ net }) => net },
    {
      id: 'lines',
      head: t('statement.lines'),
      order: ({ fresh }) => fresh,
      value: (one) => formats.words(linesOf(one)),
      cell: (one) => (
        <Box miw={96}>
          <DotList parts={linesOf(one)} />
        </Box>
      ),
    },
    {
      id: 'rejected',
      head: t('statement.unread'),
      kind: 'status',
      order: ({ rejected_count }) => rejected_count,
      value: rejectedOf,
      cell: (one) => one.rejected_count > 0 && <Badge color="orange">{rejectedOf(one)}</Badge>,
    },
    {
      id: 'by',
      head: t('statement.by'),
      kind: 'name',
      value: ({ uploaded_by }) => uploaded_by.name || t('statement.automatic'),
    },
    { id: 'at', head: t('statement.at'), kind: 'time', value: ({ uploaded_at }) => uploaded_at },
    { id: 'note', head: t('statement.note'), kind: 'text', value: ({ reason }) => reason },
  ];
  return (
    <Section title={t('statements.title')} text={t('statements.text')}>
      <TablePage
        part="statements_"
        label={t('statements.title')}
        columns={columns}
        rowKey={({ position }) => `${position}`}
        onOpen={({ statement_id }) => onOpen(statement_id)}
        queryOf={(at) => queryOf(listStatements, { page: at, per_page: A_PAGE, as_of })}
        nothing={{
          icon: <IconFileSpreadsheet aria-hidden />,
          title: t('statements.none'),
          text: t('statements.noneText'),
        }}
        small
        perPage={A_PAGE}
        page={page}
        onPage={onPage}
        file="statements"
      />
    </Section>
  );
}
