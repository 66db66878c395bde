import { Alert, Paper, Stack, Text } from '@mantine/core';
import type { TracedOrder } from '#services/contract/books/trace.ts';
import { Fact, MainFact } from '../../../components/fact.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { Section } from '../../../components/section.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { EntriesPart } from './entries-part.tsx';
import { LinesPart } from './lines-part.tsx';
import { MonthsPart } from './months-part.tsx';
import { StatementPart } from './statement-part.tsx';
import { StepsPart } from './steps-part.tsx';

/** One order from the click to the bank. */
export function OrderTrace({ order }: { order: TracedOrder }) {
  const { t } = useLocale('audit');
  const sharing = [order.creator, ...(order.affiliate === null ? [] : [order.affiliate.partner])];
  return (
    <Stack gap="lg">
      <Price order={order} />
      {order.imported && (
        <Alert color="orange" radius="lg">
          {t('trace.imported')}
        </Alert>
      )}
      <StepsPart steps={order.steps} />
      <Charges charges={order.charges} />
      <EntriesPart entries={order.entries} people={sharing} />
      <LinesPart lines={order.lines} />
      <MonthsPart months={order.months} />
      <StatementPart lines={order.statement} />
    </Stack>
  );
}

const isMoney = (yuan: string): boolean => Number(yuan) !== 0;

function Price({ order }: { order: TracedOrder }) {
  const { t, formats } = useLocale(['audit', 'books']);
  const { out_trade_no, cart_order_no, creator, fan, affiliate, plan_name, rules, month_percent } = order;
  return (
    <Section
      title={t('trace.order')}
      text={t('trace.priceText')}
      aside={
        <AnchorLink to="/finance/refunds" search={{ out_trade_no }} size="sm" underline="always">
          {t('books:entry.refunds')}
        </AnchorLink>
      }
    >
      <div>
        <Fact label={t('trace.number')}>{out_trade_no}</Fact>
        {cart_order_no !== '' && <Fact label={t('trace.cart')}>{cart_order_no}</Fact>}
        <Fact label={t('trace.fan')}>{fan.name || fan.user_id}</Fact>
        <Fact label={t('trace.creator')}>{creator.name || creator.user_id}</Fact>
        {affiliate !== null && (
          <Fact label={t('trace.partner')}>
            {t('trace.partnerBy', {
              name: affiliate.partner.name || affiliate.partner.user_id,
              code: affiliate.code,
              rate: formats.percent(affiliate.rate / 100),
            })}
          </Fact>
        )}
        {plan_name !== '' && <Fact label={t('trace.plan')}>{plan_name}</Fact>}
        {rules.length > 0 && (
          <Fact label={t('trace.ruleLabel')}>{rules.map((rule) => t(`trace.rule.${rule}`)).join(' · ')}</Fact>
        )}
        {month_percent > 0 && <Fact label={t('trace.months')}>{formats.percent(month_percent / 100)}</Fact>}
      </div>
      <div>
        {order.priced.map(({ name, count, amount }, at) => (
          // Lines have no ids: two can be equal.
          <Fact key={at} label={`${name || t('trace.custom')} × ${count}`}>
            {formats.money(amount)}
          </Fact>
        ))}
        {isMoney(order.discount) && (
          <>
            <Fact label={t('trace.show')}>{formats.money(order.show_amount)}</Fact>
            <Fact label={t('trace.discount')}>−{formats.money(order.discount)}</Fact>
          </>
        )}
        {isMoney(order.shipping_fee) && (
          <Fact label={t('trace.shipping')}>{formats.money(order.shipping_fee)}</Fact>
        )}
        <MainFact label={t('trace.total')}>{formats.money(order.total_amount)}</MainFact>
      </div>
    </Section>
  );
}

function Charges({ charges }: Pick<TracedOrder, 'charges'>) {
  const { t, formats } = useLocale('audit');
  return (
    <Section title={t('trace.charges')} text={t('trace.chargesText')}>
      {charges.length === 0 && <Text c="dimmed">{t('trace.noCharge')}</Text>}
      {charges.map(({ charge_id, notices }) => (
        <Paper key={charge_id} withBorder p="md" component="article">
          <Text fw={650} style={{ overflowWrap: 'anywhere' }}>
            {charge_id}
          </Text>
          {notices.length === 0 && <Text className="hint">{t('trace.noNotice')}</Text>}
          {notices.map(({ notice_id, provider, verdict, reason, time, copies, body_sha256 }) => (
            <div key={notice_id}>
              <Fact label={formats.dateTime(time)}>
                {[provider, t(`trace.notice.${verdict}`), reason, t('trace.copies', { count: copies })]
                  .filter((text) => text !== '')
                  .join(' · ')}
              </Fact>
              <Text className="footnote" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
                SHA-256 {body_sha256}
              </Text>
            </div>
          ))}
        </Paper>
      ))}
    </Section>
  );
}
