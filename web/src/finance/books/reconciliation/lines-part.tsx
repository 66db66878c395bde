import { Paper, Stack, Text, Title } from '@mantine/core';
import type { Difference } from '#services/contract/books/statements.ts';
import { Fact, MainFact } from '../../../components/fact.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { useLocale } from '../../../language/use-locale.ts';

/** The provider's lines, each with its statement. */
export function LinesPart({ lines }: { lines: Difference['lines'] }) {
  const { t, formats } = useLocale('books-reconciliation');
  return (
    <section aria-label={t('lines.title')}>
      <Title order={3} fz="md" mb="xs">
        {t('lines.title')}
      </Title>
      <Stack gap="xs">
        {lines.map(({ line_id, statement_id, line, amount, fee, net, time }) => (
          <Paper key={line_id} withBorder p="sm">
            <MainFact label={formats.dateTime(time)}>{formats.money(amount)}</MainFact>
            <Fact label={t('fee')}>{formats.money(fee)}</Fact>
            <Fact label={t('net')}>{formats.money(net)}</Fact>
            <Text className="footnote" style={{ overflowWrap: 'anywhere' }}>
              {line_id}
            </Text>
            <AnchorLink
              to="/finance/reconciliation"
              search={({ as_of }) => ({ ...(as_of !== undefined && { as_of }), statement: statement_id })}
              size="sm"
            >
              {t('lines.of', { line: formats.number(line) })}
            </AnchorLink>
          </Paper>
        ))}
      </Stack>
    </section>
  );
}
