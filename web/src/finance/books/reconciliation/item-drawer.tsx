import { Alert, Button, Group, Paper, Stack, Text, Timeline, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Difference, getDifference, type ReconciledItem } from '#services/contract/books/statements.ts';
import { queryOf } from '../../../api/queries.ts';
import { AnchorLink } from '../../../components/links.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { SideDrawer } from '../../../components/side-drawer.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { useAsOf } from '../../frame/as-of.ts';
import { ItemFacts } from './item-facts.tsx';
import { LinesPart } from './lines-part.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';

/** A move of money: both amounts, the provider's lines, the resolution, and its history. */
export function ItemDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { t } = useTranslation('books-reconciliation');
  return (
    <SideDrawer title={id && t('item.title')} width={560} onClose={onClose}>
      {id !== undefined && <One key={id} id={id} />}
    </SideDrawer>
  );
}

function One({ id }: { id: string }) {
  const { t } = useTranslation('books-reconciliation');
  const as_of = useAsOf();
  const query = useQuery(queryOf(getDifference, { id }));
  return (
    <Loaded query={query} height={480}>
      {({ item, past, lines }) => (
        <Stack gap="md">
          {as_of !== undefined && <Alert color="orange">{t('item.asNow')}</Alert>}
          {item !== null && <ItemFacts item={item} />}
          {item !== null && as_of === undefined && <ReviewPart item={item} />}
          {lines.length > 0 && <LinesPart lines={lines} />}
          <ItemHistory past={past} />
        </Stack>
      )}
    </Loaded>
  );
}

/** All that a move of money ever was, newest first, each by the event that made it so. */
function ItemHistory({ past }: { past: Difference['past'] }) {
  const { t, formats } = useLocale('books-reconciliation');
  const amountText = (amount: string | null) => (amount === null ? t('nothing') : formats.money(amount));
  return (
    <Paper withBorder p="md" component="section" aria-label={t('past.title')}>
      <Title order={3} fz="md" mb="sm">
        {t('past.title')}
      </Title>
      <Timeline active={past.length} bulletSize={16} lineWidth={2}>
        {past.map(({ since, state, cause, open, ours, theirs, resolution }) => (
          <Timeline.Item key={since} title={cause === '' ? t(`state.${state}`) : t(`cause.${cause}`)}>
            <Text size="sm" className="figures">
              {t('past.figures', { ours: amountText(ours), theirs: amountText(theirs) })}
            </Text>
            {!open && resolution !== null && (
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {t('past.resolved', { name: resolution.by.name, reason: resolution.reason })}
              </Text>
            )}
            <AnchorLink to="/finance/audit" search={{ proof: String(since) }} size="xs" className="figures">
              {t('position', { position: formats.number(since) })}
            </AnchorLink>
          </Timeline.Item>
        ))}
      </Timeline>
    </Paper>
  );
}

/** The resolution of a difference: to enter, entered, or to reopen. */
function ReviewPart({ item }: { item: ReconciledItem }) {
  const { t, formats } = useLocale('books-reconciliation');
  const [action, setAction] = useState<'resolve' | 'reopen'>();
  const { open, resolution } = item;
  if (!open && resolution === null) return null;
  return (
    <Paper withBorder p="md" component="section" aria-label={t('judge.title')}>
      {resolution !== null && (
        <>
          <Text fw={650}>{open ? t('judge.moved') : t('resolved')}</Text>
          <Text style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{resolution.reason}</Text>
          <Text className="hint figures">
            {t('judge.by', { name: resolution.by.name, time: formats.dateTime(resolution.time) })}
          </Text>
        </>
      )}
      {open && resolution === null && <Text>{t('judge.text')}</Text>}
      <Group gap="xs" mt="sm">
        {open && <Button onClick={() => setAction('resolve')}>{t('judge.resolve')}</Button>}
        {resolution !== null && (
          <Button variant="default" onClick={() => setAction('reopen')}>
            {t('judge.reopen')}
          </Button>
        )}
      </Group>
      <ResolveDialog item={item} action={action} onClose={() => setAction(undefined)} />
    </Paper>
  );
}
