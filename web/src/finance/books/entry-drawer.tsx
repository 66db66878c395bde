import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconEqual } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Entry, getLedgerEntry } from '#services/contract/books/books.ts';
import { queryOf } from '../../api/queries.ts';
import { Fact, MainFact } from '../../components/fact.tsx';
import { AnchorLink } from '../../components/links.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { ShortId } from '../../components/short-id.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { sumYuan } from '../../components/wire-money.ts';
import { useLocale } from '../../language/use-locale.ts';
import { EventProof } from '../audit/event-proof.tsx';
import { useAsOf } from '../frame/as-of.ts';
import { AboutLink } from './about-link.tsx';
import { accountWord } from './account-words.ts';
import { Balance } from './balance.tsx';

interface Props {
  /** Closed without one. */
  position: number | undefined;
  onClose: () => void;
}

/** An entry: all its postings, and the event that it was booked from, checked against the seals. */
export function EntryDrawer({ position, onClose }: Props) {
  const { t } = useLocale('books');
  return (
    <SideDrawer
      title={position === undefined ? undefined : t('entry.title', { position })}
      width={560}
      onClose={onClose}
    >
      {position !== undefined && <Opened position={position} />}
    </SideDrawer>
  );
}

function Opened({ position }: { position: number }) {
  const { t } = useLocale('books');
  const query = useQuery(queryOf(getLedgerEntry, { position, as_of: useAsOf() }));
  return (
    <Stack gap="lg">
      <Loaded query={query} height={560}>
        {(entry) => <Postings entry={entry} />}
      </Loaded>
      <section>
        <Title order={3} fz="md" mb="xs">
          {t('entry.event')}
        </Title>
        <EventProof position={position} />
      </section>
    </Stack>
  );
}

function Postings({ entry }: { entry: Entry }) {
  const { t, formats } = useLocale(['books', 'finance']);
  const { postings, kind, time, out_trade_no } = entry;
  const total = sumYuan(postings.flatMap(({ debit, credit }) => [debit, `-${credit}`]));
  return (
    <Stack gap="sm">
      <div>
        <Fact label={t('column.what')}>{t(`kind.${kind}`)}</Fact>
        <Fact label={t('column.time')}>{formats.dateTime(time)}</Fact>
        <Fact label={t('column.about')}>
          <AboutLink booked={entry} />
        </Fact>
        {out_trade_no !== null && (
          <Fact label={t('finance:nav.refunds')}>
            <AnchorLink to="/finance/refunds" search={{ out_trade_no }} size="sm">
              {t('entry.refunds')}
            </AnchorLink>
          </Fact>
        )}
      </div>
      {postings.map(({ account, name, debit, credit, balance }) => {
        const side = Number(debit) === 0 ? 'credit' : 'debit';
        return (
          <Paper key={account} withBorder p="sm">
            <MainFact label={accountWord(t, account, name)}>
              {t(`column.${side}`)} {formats.money(side === 'debit' ? debit : credit)}
            </MainFact>
            <Text className="footnote">
              <ShortId>{account}</ShortId>
            </Text>
            <Fact label={t('column.balance')}>
              <Balance account={account} balance={balance} />
            </Fact>
          </Paper>
        );
      })}
      <Group gap={4} wrap="nowrap">
        <IconEqual size={16} aria-hidden />
        <Text size="sm" fw={650} className="figures">
          {Number(total) === 0 ? t('entry.zero') : t('trial.notZero', { total: formats.money(total) })}
        </Text>
      </Group>
    </Stack>
  );
}
