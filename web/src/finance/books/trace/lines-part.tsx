import { Code, Paper, Text } from '@mantine/core';
import { getSettlementProof } from '#services/contract/audit/audit.ts';
import type { TracedLine } from '#services/contract/books/trace.ts';
import { hrefOf } from '#services/contract/endpoint.ts';
import { Fact } from '../../../components/fact.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { Section } from '../../../components/section.tsx';
import { useLocale } from '../../../language/use-locale.ts';

/** The line that the order, and each refund, became, with the settlement that covers it. */
export function LinesPart({ lines }: { lines: readonly TracedLine[] }) {
  const { t } = useLocale('audit');
  return (
    <Section title={t('trace.lines')} text={t('trace.linesText')}>
      {lines.length === 0 && <Text c="dimmed">{t('trace.noLines')}</Text>}
      {lines.map((line) => (
        <Line key={`${line.position} ${line.user_id}`} line={line} />
      ))}
    </Section>
  );
}

function Line({ line }: { line: TracedLine }) {
  const { t, formats } = useLocale(['audit', 'income', 'audit-event', 'income-settlements']);
  const { month, user_id, kind, amount, net, text, settlement } = line;
  return (
    <Paper withBorder p="md" component="article">
      <Fact label={`${formats.month(month)} · ${t(`income:lines.${kind}`)}`} strong>
        {formats.money(amount)}
      </Fact>
      <Fact label={t('income-settlements:figure.net')}>{formats.money(net)}</Fact>
      <details>
        <Text component="summary" size="sm" style={{ cursor: 'pointer' }}>
          {t('income-settlements:lines.text')}
        </Text>
        <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', tabSize: 3 }}>
          {text}
        </Code>
      </details>
      {settlement === null ? (
        <Text className="hint">{t('trace.open')}</Text>
      ) : (
        <>
          <Text size="sm" className="figures">
            <AnchorLink
              to="/finance/audit"
              search={{ proof: String(settlement.position) }}
              size="sm"
              underline="always"
            >
              {t('trace.settled', { position: settlement.position })}
            </AnchorLink>{' '}
            ·{' '}
            {settlement.seal === null
              ? t('audit-event:unsealed')
              : t('audit-event:seal', { number: formats.number(settlement.seal.number) })}{' '}
            · {t('trace.available', { time: formats.dateTime(settlement.available_at) })}
          </Text>
          <Text className="footnote" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            SHA-256 {settlement.sha256}
          </Text>
          <Text size="sm">
            <AnchorLink
              to="/finance/settlements/$month"
              params={{ month }}
              search={{ user: user_id }}
              size="sm"
              underline="always"
              me="md"
            >
              {formats.month(month)}
            </AnchorLink>
            <a href={hrefOf(getSettlementProof, { month, user_id })} download>
              {t('trace.file')}
            </a>
          </Text>
        </>
      )}
    </Paper>
  );
}
