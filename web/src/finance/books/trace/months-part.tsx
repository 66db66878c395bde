import { Paper, Text } from '@mantine/core';
import type { MonthOut } from '#services/contract/books/trace.ts';
import { Fact, MainFact } from '../../../components/fact.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { Section } from '../../../components/section.tsx';
import { ShortId } from '../../../components/short-id.tsx';
import { useLocale } from '../../../language/use-locale.ts';

/** Which withdrawals can have carried a settled month's money; marked as computed. */
export function MonthsPart({ months }: { months: readonly MonthOut[] }) {
  const { t } = useLocale('audit');
  return (
    <Section title={t('trace.out')} text={t('trace.outText')}>
      {months.length === 0 && <Text c="dimmed">{t('trace.noOut')}</Text>}
      {months.map((month) => (
        <Month key={month.month} month={month} />
      ))}
    </Section>
  );
}

function Month({ month: { month, net, carried, more, left } }: { month: MonthOut }) {
  const { t, formats } = useLocale('audit');
  return (
    <Paper withBorder p="md" component="article">
      <MainFact label={formats.month(month)}>{formats.money(net)}</MainFact>
      {carried.map((one) => (
        <Carried key={`${one.kind} ${one.ref}`} one={one} />
      ))}
      {more > 0 && <Text className="hint">{t('trace.more', { count: more })}</Text>}
      <Fact label={t('trace.left')}>{formats.money(left)}</Fact>
    </Paper>
  );
}

function Carried({ one: { kind, ref, amount, paid } }: { one: MonthOut['carried'][number] }) {
  const { t, formats } = useLocale('audit');
  if (kind === 'month') {
    return <Fact label={t('trace.loss', { month: formats.month(ref) })}>−{formats.money(amount)}</Fact>;
  }
  return (
    <>
      <Fact
        label={
          <AnchorLink to="/finance/trace" search={{ withdrawal: ref }} size="sm" underline="always">
            {t('trace.withdrawal')}
          </AnchorLink>
        }
      >
        −{formats.money(amount)}
      </Fact>
      <Text className="footnote figures" style={{ overflowWrap: 'anywhere' }}>
        <ShortId>{ref}</ShortId> ·{' '}
        {paid === null
          ? t('trace.notPaid')
          : `${t('trace.paid', { time: formats.dateTime(paid.time) })} · ${paid.provider_reference}`}
      </Text>
    </>
  );
}
