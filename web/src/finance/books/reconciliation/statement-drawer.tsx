import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getStatement, type StatementDetail } from '#services/contract/books/statements.ts';
import { queryOf } from '../../../api/queries.ts';
import { Fact, MainFact } from '../../../components/fact.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { Pages } from '../../../components/pages.tsx';
import { SideDrawer } from '../../../components/side-drawer.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { OutsideNote } from './outside-note.tsx';
import { RejectedTable } from './rejected-table.tsx';
import { ReversalPart } from './reversal-part.tsx';
import { StateBadges } from './state-badge.tsx';

interface Props {
  /** Closed without one. */
  id: string | undefined;
  /** Opens the move of money of a line. */
  onItem: (difference_id: string) => void;
  onClose: () => void;
}

/** A statement: its period, its new lines and its rejected lines. */
export function StatementDrawer({ id, onItem, onClose }: Props) {
  const { t } = useLocale('books-reconciliation');
  return (
    <SideDrawer title={id && t('statement.title')} width={560} onClose={onClose}>
      {id !== undefined && <One key={id} id={id} onItem={onItem} />}
    </SideDrawer>
  );
}

function One({ id, onItem }: { id: string; onItem: Props['onItem'] }) {
  const { t } = useLocale('books-reconciliation');
  const [page, setPage] = useState(1);
  const query = useQuery(queryOf(getStatement, { id, page }));
  return (
    <Loaded query={query} height={480}>
      {({ statement, outside, lines, rejected, total_count }) => (
        <Stack gap="md">
          <Facts one={statement} />
          <ReversalPart statement={statement} />
          {outside > 0 && <OutsideNote count={outside} />}
          {rejected.length > 0 && (
            <section aria-label={t('rejected.title')}>
              <Title order={3} fz="md" mb="xs">
                {t('rejected.title')}
              </Title>
              <RejectedTable rejected={rejected} count={statement.rejected_count} />
            </section>
          )}
          <section aria-label={t('statement.lines')}>
            <Title order={3} fz="md" mb="xs">
              {t('statement.lines')}
            </Title>
            {lines.length === 0 && <Text c="dimmed">{t('statement.noLines')}</Text>}
            <Stack gap="xs">
              {lines.map((line) => (
                <Line key={line.line_id} line={line} onItem={onItem} />
              ))}
              <Pages total={total_count} page={page} onPage={setPage} />
            </Stack>
          </section>
        </Stack>
      )}
    </Loaded>
  );
}

function Facts({ one }: { one: StatementDetail['statement'] }) {
  const { t, formats } = useLocale('books-reconciliation');
  return (
    <Paper withBorder p="md">
      <MainFact label={t('items.provider')}>{t(`provider.${one.provider as 'sandbox'}`)}</MainFact>
      <Fact label={t('statement.period')}>
        {formats.dateTime(one.from)} – {formats.dateTime(one.to)}
      </Fact>
      <Fact label={t('statement.by')}>{one.uploaded_by.name || t('statement.automatic')}</Fact>
      <Fact label={t('statement.at')}>{formats.dateTime(one.uploaded_at)}</Fact>
      {one.reason !== '' && <Fact label={t('statement.note')}>{one.reason}</Fact>}
      <Fact label={t('amount')}>{formats.money(one.amount)}</Fact>
      <Fact label={t('fee')}>{formats.money(one.fee)}</Fact>
      <Fact label={t('net')}>{formats.money(one.net)}</Fact>
      <Text className="footnote" style={{ overflowWrap: 'anywhere' }}>
        SHA-256 {one.statement_id}
      </Text>
    </Paper>
  );
}

function Line({ line, onItem }: { line: StatementDetail['lines'][number]; onItem: Props['onItem'] }) {
  const { t, formats } = useLocale('books-reconciliation');
  return (
    <Paper withBorder p="sm">
      <MainFact label={t(`kind.${line.kind}`)}>{formats.money(line.amount)}</MainFact>
      <Fact label={t('fee')}>{formats.money(line.fee)}</Fact>
      <Fact label={t('time')}>{formats.dateTime(line.time)}</Fact>
      <Fact label={t('statement.line', { line: formats.number(line.line) })}>
        <StateBadges item={line} />
      </Fact>
      <Button variant="subtle" size="compact-sm" onClick={() => onItem(line.difference_id)}>
        {t('statement.open')}
      </Button>
    </Paper>
  );
}
