import { Paper, Text, Timeline, Title } from '@mantine/core';
import type { Difference } from '#services/api/books/contract/statements.ts';
import { AnchorLink } from '../../../components/links.tsx';
import { useLocale } from '../../../language/use-locale.ts';

/** All that a move of money ever was, newest first, each by the event that made it so. */
export function ItemHistory({ past }: { past: Difference['past'] }) {
  const { t, formats } = useLocale('reconciliation');
  const said = (amount: string | null) => (amount === null ? t('nothing') : formats.money(amount));
  return (
    <Paper withBorder p="md" component="section" aria-label={t('past.title')}>
      <Title order={3} fz="md" mb="sm">
        {t('past.title')}
      </Title>
      <Timeline active={past.length} bulletSize={16} lineWidth={2}>
        {past.map(({ since, state, cause, open, ours, theirs, resolution }) => (
          <Timeline.Item key={since} title={cause === '' ? t(`state.${state}`) : t(`cause.${cause}`)}>
            <Text size="sm" className="figures">
              {t('past.figures', { ours: said(ours), theirs: said(theirs) })}
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
