import { Paper, Text } from '@mantine/core';
import type { TracedEntry, TracedOrder } from '#services/contract/books/trace.ts';
import { Fact } from '../../../components/fact.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { Section } from '../../../components/section.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { accountWord, creatorAccount } from '../account-words.ts';

interface Props {
  entries: readonly TracedEntry[];
  /** The owners of accounts: a creator, and the partner of the affiliate code. */
  people: readonly TracedOrder['creator'][];
}

/** The entries of the books, with both sides. */
export function EntriesPart({ entries, people }: Props) {
  const { t, formats } = useLocale(['audit', 'books', 'audit-event']);
  const { t: words } = useLocale('books');
  const ownerOf = (account: string): string =>
    people.find(({ user_id }) => user_id === creatorAccount(account)?.user_id)?.name ?? '';
  return (
    <Section title={t('trace.entries')}>
      {entries.length === 0 && <Text c="dimmed">{t('trace.noEntries')}</Text>}
      {entries.map(({ position, kind, postings }) => (
        <Paper key={position} withBorder p="md" component="article">
          <Text fw={650}>{words(`kind.${kind}`)}</Text>
          {postings.map(({ account, debit, credit }) => {
            const side = Number(debit) === 0 ? 'credit' : 'debit';
            return (
              <Fact
                key={account}
                label={
                  <AnchorLink to="/finance/ledger" search={{ account }} size="sm">
                    {accountWord(words, account, ownerOf(account))}
                  </AnchorLink>
                }
              >
                {words(`column.${side}`)} {formats.money(side === 'debit' ? debit : credit)}
              </Fact>
            );
          })}
          <Text className="footnote figures">{t('audit-event:position', { position })}</Text>
        </Paper>
      ))}
    </Section>
  );
}
