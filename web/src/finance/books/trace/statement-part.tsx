import { Paper, Text } from '@mantine/core';
import type { TracedStatementLine } from '#services/contract/books/trace.ts';
import { Fact, MainFact } from '../../../components/fact.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { Section } from '../../../components/section.tsx';
import { useLocale } from '../../../language/use-locale.ts';

/** Providers' statements about the money, each line with the state of its move. */
export function StatementPart({ lines }: { lines: readonly TracedStatementLine[] }) {
  const { t, formats } = useLocale(['audit', 'audit-event']);
  return (
    <Section title={t('trace.statement')} text={t('trace.statementText')}>
      {lines.length === 0 && <Text c="dimmed">{t('trace.noStatement')}</Text>}
      {lines.map(({ line_id, provider, amount, fee, time, position, difference_id, state, seal }) => (
        <Paper key={position} withBorder p="md" component="article">
          <MainFact label={`${provider} · ${line_id}`}>{formats.money(amount)}</MainFact>
          <Fact label={t('trace.fee')}>{formats.money(fee)}</Fact>
          <Text size="sm" className="figures">
            {formats.dateTime(time)} ·{' '}
            <AnchorLink
              to="/finance/reconciliation"
              search={{ item: difference_id }}
              size="sm"
              underline="always"
            >
              {t(`trace.state.${state}`)}
            </AnchorLink>{' '}
            · {t('audit-event:position', { position })} ·{' '}
            {seal === null
              ? t('audit-event:unsealed')
              : t('audit-event:seal', { number: formats.number(seal.number) })}
          </Text>
        </Paper>
      ))}
    </Section>
  );
}
