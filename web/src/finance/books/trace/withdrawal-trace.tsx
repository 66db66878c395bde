import { Paper, Stack, Text } from '@mantine/core';
import type { TracedWithdrawal } from '#services/contract/books/trace.ts';
import { Fact, MainFact } from '../../../components/fact.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { Section } from '../../../components/section.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { EntriesPart } from './entries-part.tsx';
import { StatementPart } from './statement-part.tsx';
import { StepsPart } from './steps-part.tsx';

/** A withdrawal traced back to the months of its money. */
export function WithdrawalTrace({ withdrawal }: { withdrawal: TracedWithdrawal }) {
  return (
    <Stack gap="lg">
      <Facts withdrawal={withdrawal} />
      <StepsPart steps={withdrawal.steps} />
      <EntriesPart entries={withdrawal.entries} people={[withdrawal.creator]} />
      <From withdrawal={withdrawal} />
      <StatementPart lines={withdrawal.statement} />
    </Stack>
  );
}

function Facts({ withdrawal: { order_id, creator, pay_amount, paid } }: { withdrawal: TracedWithdrawal }) {
  const { t, formats } = useLocale(['audit', 'withdrawals-payouts']);
  return (
    <Section title={t('trace.withdrawal')}>
      <div>
        <Fact label={t('withdrawals-payouts:number')}>
          <AnchorLink
            to="/finance/withdrawals"
            search={{ withdrawal: order_id }}
            size="sm"
            underline="always"
          >
            {order_id}
          </AnchorLink>
        </Fact>
        <Fact label={t('trace.creator')}>{creator.name || creator.user_id}</Fact>
        <MainFact label={t('trace.amount')}>{formats.money(pay_amount)}</MainFact>
        <Fact label={t('trace.payout')}>
          {paid === null ? t('trace.notPaid') : formats.dateTime(paid.time)}
        </Fact>
        {paid !== null && <Fact label={t('trace.reference')}>{paid.provider_reference}</Fact>}
      </div>
    </Section>
  );
}

function From({ withdrawal: { from, creator } }: { withdrawal: TracedWithdrawal }) {
  const { t, formats } = useLocale(['audit', 'audit-event']);
  return (
    <Section title={t('trace.from')} text={t('trace.outText')}>
      {from.length === 0 && <Text c="dimmed">{t('trace.noFrom')}</Text>}
      {from.map(({ month, amount, net, position, sha256, seal }) => (
        <Paper key={month} withBorder p="md" component="article">
          <Fact
            label={
              <AnchorLink
                to="/finance/settlements/$month"
                params={{ month }}
                search={{ user: creator.user_id }}
                size="sm"
                underline="always"
              >
                {formats.month(month)}
              </AnchorLink>
            }
            strong
          >
            {formats.money(amount)}
          </Fact>
          <Text className="hint figures">
            {t('trace.ofMonth', { net: formats.money(net) })} · {t('trace.settled', { position })} ·{' '}
            {seal === null
              ? t('audit-event:unsealed')
              : t('audit-event:seal', { number: formats.number(seal.number) })}
          </Text>
          <Text className="footnote" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            SHA-256 {sha256}
          </Text>
        </Paper>
      ))}
    </Section>
  );
}
