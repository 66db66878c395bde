import { Group, Paper } from '@mantine/core';
import type { ReconciledItem } from '#services/contract/books/statements.ts';
import { Fact, MainFact } from '../../../components/fact.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { StateBadges } from './state-badge.tsx';

/** The kind of move, both amounts, and its place in the books. */
export function ItemFacts({ item }: { item: ReconciledItem }) {
  const { t, formats } = useLocale(['books-reconciliation', 'books']);
  const { ours, theirs, out_trade_no, withdrawal_id, ours_position, line_position, user } = item;
  const amountText = (amount: string | null) => (amount === null ? t('nothing') : formats.money(amount));
  return (
    <Paper withBorder p="md">
      <Group gap="xs" mb="xs">
        <StateBadges item={item} />
      </Group>
      <MainFact label={t(`kind.${item.kind}`)}>{t(`provider.${item.provider as 'sandbox'}`)}</MainFact>
      <Fact label={t('ours')}>{amountText(ours)}</Fact>
      <Fact label={t('theirs')}>{amountText(theirs)}</Fact>
      {item.written_off !== '0.00' && <Fact label={t('writtenOff')}>{formats.money(item.written_off)}</Fact>}
      <MainFact label={t('difference')}>{formats.money(item.difference)}</MainFact>
      <Fact label={t('fee')}>{formats.money(item.fee)}</Fact>
      <Fact label={t('time')}>{formats.dateTime(item.time)}</Fact>
      {user !== null && <Fact label={t('creator')}>{user.name}</Fact>}
      {out_trade_no !== null && (
        <Fact label={t('order')}>
          <AnchorLink to="/finance/trace" search={{ out_trade_no }}>
            {out_trade_no}
          </AnchorLink>{' '}
          ·{' '}
          <AnchorLink to="/finance/refunds" search={{ out_trade_no }}>
            {t('books:entry.refunds')}
          </AnchorLink>
        </Fact>
      )}
      {withdrawal_id !== null && (
        <Fact label={t('withdrawal')}>
          <AnchorLink to="/finance/trace" search={{ withdrawal: withdrawal_id }}>
            {withdrawal_id}
          </AnchorLink>
        </Fact>
      )}
      <Fact label={t('reference')}>{item.reference}</Fact>
      {item.provider_reference !== '' && item.provider_reference !== item.reference && (
        <Fact label={t('providerReference')}>{item.provider_reference}</Fact>
      )}
      {ours_position !== null && (
        <Fact label={t('ourEvent')}>
          <EventLink position={ours_position} />
        </Fact>
      )}
      {line_position !== null && (
        <Fact label={t('theirLine')}>
          <EventLink position={line_position} />
        </Fact>
      )}
    </Paper>
  );
}

/** The event at a position, with its proof. */
function EventLink({ position }: { position: number }) {
  const { t } = useLocale('books-reconciliation');
  return (
    <AnchorLink to="/finance/audit" search={{ proof: String(position) }}>
      {t('position', { position })}
    </AnchorLink>
  );
}
