import { Code, Paper, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SettlementDetail } from '#services/api/income/contract.ts';
import { Fact } from '../../components/fact.tsx';
import { AnchorLink } from '../../components/links.tsx';
import { useFormats } from '../../language/use-formats.ts';

/** The orders and refunds of a settlement, each with the very line that its hash is taken over. */
export function LineList({ lines, count }: { lines: SettlementDetail['lines']; count: number }) {
  const { t } = useTranslation('settlements');
  const formats = useFormats();
  return (
    <Stack gap="xs">
      <Text c="dimmed" className="figures">
        {t('lines.count', { count })}
      </Text>
      {lines.map(({ position, kind, amount, net, out_trade_no, text }) => (
        <Paper key={position} withBorder p="sm" component="article">
          <Fact label={t(`lines.${kind}`)} strong>
            {formats.money(amount)}
          </Fact>
          <Fact label={t('figure.net')}>{formats.money(net)}</Fact>
          <Text size="xs" c="dimmed" className="figures" style={{ overflowWrap: 'anywhere' }}>
            <AnchorLink to="/finance/trace" search={{ out_trade_no }} size="xs" underline="always">
              {out_trade_no}
            </AnchorLink>
            {t('lines.at', { position: formats.number(position) })}
          </Text>
          <Code block fz={11} mt={4} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', tabSize: 3 }}>
            {text}
          </Code>
        </Paper>
      ))}
    </Stack>
  );
}
