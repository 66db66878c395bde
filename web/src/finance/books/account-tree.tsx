import { EmptyState, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconBook2 } from '@tabler/icons-react';
import { useState } from 'react';
import type { TrialBalance } from '#services/contract/books/books.ts';
import { WordsField } from '../../components/forms/words-field.tsx';
import { AnchorLink } from '../../components/links.tsx';
import { Name } from '../../components/name.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { type Account, accountGroups } from './account-groups.ts';
import { accountWord } from './account-words.ts';
import { Balance } from './balance.tsx';

/** Beyond these one searches. */
const MAX_CREATORS = 24;

/** Every account with its balance; each links to its postings. */
export function AccountTree({ books }: { books: TrialBalance }) {
  const { t } = useLocale('books');
  const [words, setWords] = useState<string>();
  const { roots, creators } = accountGroups(books.accounts, words ?? '');
  const isId = words !== undefined && /^[0-9a-f]{32}$/.test(words);
  if (books.accounts.length === 0) {
    return (
      <EmptyState
        variant="light"
        py={48}
        icon={<IconBook2 aria-hidden />}
        title={t('ledger.empty')}
        description={t('ledger.emptyText')}
      />
    );
  }
  return (
    <Stack gap="lg">
      <WordsField words={words} label={t('ledger.find')} onSearch={setWords} />
      {books.users === 'sum' && <Text size="sm">{t('ledger.summed')}</Text>}
      {books.users === 'sum' && isId && <OneCreator user_id={words} />}
      {roots.map(({ root, accounts }) => (
        <Group key={root} component="section" align="stretch" gap="xs">
          <Title order={2} fz="lg" w="100%">
            {t(`root.${root}`)}
          </Title>
          <Accounts accounts={accounts} />
        </Group>
      ))}
      {creators.length > 0 && (
        <section>
          <Title order={2} fz="lg" mb="xs">
            {t('ledger.creators')}
          </Title>
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
            {creators.slice(0, MAX_CREATORS).map(({ user_id, name, accounts }) => (
              <Paper key={user_id} withBorder p="md" component="article" aria-label={name || user_id}>
                <Name fw={650}>{name || user_id}</Name>
                {accounts.map((one) => (
                  <Row key={one.account} one={one} short />
                ))}
              </Paper>
            ))}
          </SimpleGrid>
          {creators.length > MAX_CREATORS && (
            <Text className="hint" mt="xs">
              {t('ledger.more', { count: creators.length - MAX_CREATORS })}
            </Text>
          )}
        </section>
      )}
      {roots.length + creators.length === 0 && !isId && (
        <EmptyState
          variant="light"
          py={48}
          icon={<IconBook2 aria-hidden />}
          title={t('ledger.none')}
          description={t('ledger.noneText')}
        />
      )}
    </Stack>
  );
}

function Accounts({ accounts }: { accounts: readonly Account[] }) {
  return (
    <Paper withBorder p="md" w="100%">
      {accounts.map((one) => (
        <Row key={one.account} one={one} />
      ))}
    </Paper>
  );
}

interface RowProps {
  one: Account;
  /** Below its owner's name. */
  short?: boolean;
}

function Row({ one: { account, name, balance }, short = false }: RowProps) {
  const { t } = useLocale('books');
  const word = accountWord(t, account, name);
  return (
    <Group justify="space-between" gap="md" wrap="nowrap" py={4}>
      {account.includes('*') ? (
        <Text size="sm">{word}</Text>
      ) : (
        <AnchorLink
          to="/finance/ledger"
          search={{ account }}
          size="sm"
          aria-label={word}
          style={{ overflowWrap: 'anywhere' }}
        >
          {short ? word.split(' · ').at(-1) : word}
        </AnchorLink>
      )}
      <Text size="sm" className="figures amount" fw={650}>
        <Balance account={account} balance={balance} />
      </Text>
    </Group>
  );
}

/** Where the list has no single creators: the accounts that this one would have. */
function OneCreator({ user_id }: { user_id: string }) {
  const { t } = useLocale('books');
  return (
    <Paper withBorder p="md">
      <Text fw={650}>{user_id}</Text>
      <Group gap="md">
        {(['pending', 'available', 'paying'] as const).map((part) => (
          <AnchorLink
            key={part}
            to="/finance/ledger"
            search={{ account: `liabilities:user:${user_id}:${part}` }}
            size="sm"
          >
            {t(`part.${part}`)}
          </AnchorLink>
        ))}
      </Group>
    </Paper>
  );
}
