import {
  Badge,
  Button,
  Center,
  EmptyState,
  Group,
  Pagination,
  Paper,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { IconHeartHandshake, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Sponsor } from '#services/api/contract/figures.ts';
import { sponsorPages, sponsorsQuery } from '../../api/sponsored.ts';
import { useFormats } from '../../language/use-formats.ts';
import cardClasses from '../../parts/creator-card.module.css';
import { Fact } from '../../parts/fact.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PersonPicture } from '../../parts/person-picture.tsx';
import { useCreator } from '../frame/creator-guard.ts';
import { PageHead } from '../frame/page-head.tsx';

export interface SponsorsSearch {
  q?: string | undefined;
  page?: number | undefined;
}

interface Props {
  search: SponsorsSearch;
  onSearch: (search: SponsorsSearch) => void;
}

const COLUMNS = { base: 1, xs: 2, lg: 3 } as const;

/** /dashboard/sponsors: everybody who ever paid, with what they gave. */
export function SponsorsPage({ search, onSearch }: Props) {
  const { t } = useTranslation(['bill', 'shell']);
  const slug = useCreator()?.url_slug ?? '';
  const page = search.page ?? 1;
  const query = useQuery(sponsorsQuery(search.q, page));
  return (
    <>
      <PageHead title={t('sponsors.title')} text={t('sponsors.text')} />
      <SponsorSearch initial={search.q ?? ''} onSearch={(q) => onSearch({ q })} />
      <Loaded
        query={query}
        skeleton={
          <SimpleGrid cols={COLUMNS}>
            {[1, 2, 3, 4, 5, 6].map((one) => (
              <Skeleton key={one} height={176} radius="lg" />
            ))}
          </SimpleGrid>
        }
        isEmpty={({ list }) => list.length === 0}
        empty={
          <EmptyState
            variant="light"
            size="lg"
            py={48}
            icon={<IconHeartHandshake aria-hidden />}
            title={t(search.q === undefined ? 'sponsors.empty' : 'sponsors.none')}
            description={t(search.q === undefined ? 'sponsors.emptyText' : 'sponsors.noneText')}
          >
            <EmptyState.Actions>
              {search.q === undefined ? (
                <ButtonLink to="/a/$slug" params={{ slug }} variant="light">
                  {t('shell:nav.myPage')}
                </ButtonLink>
              ) : (
                <Button variant="light" onClick={() => onSearch({})}>
                  {t('showAll')}
                </Button>
              )}
            </EmptyState.Actions>
          </EmptyState>
        }
      >
        {({ list, total_count }) => (
          <Stack gap="md">
            <Text size="sm" c="dimmed" className="figures">
              {t('sponsors.count', { count: total_count })}
            </Text>
            <SimpleGrid cols={COLUMNS}>
              {list.map((sponsor) => (
                <SponsorCard key={sponsor.user.user_id} sponsor={sponsor} />
              ))}
            </SimpleGrid>
            {total_count > list.length && (
              <Center>
                <Pagination
                  size="sm"
                  total={sponsorPages(total_count)}
                  value={page}
                  onChange={(chosen) => onSearch({ ...search, page: chosen })}
                  getControlProps={(control) => ({ 'aria-label': t(`shell:pages.${control}`) })}
                />
              </Center>
            )}
          </Stack>
        )}
      </Loaded>
    </>
  );
}

function SponsorSearch({
  initial,
  onSearch,
}: {
  initial: string;
  onSearch: (words: string | undefined) => void;
}) {
  const { t } = useTranslation('bill');
  const [words, setWords] = useState(initial);
  useEffect(() => setWords(initial), [initial]);
  return (
    <search style={{ display: 'block', maxWidth: 360, marginBottom: 16 }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(words.trim() === '' ? undefined : words.trim());
        }}
      >
        <TextInput
          type="search"
          enterKeyHint="search"
          maxLength={100}
          aria-label={t('sponsors.search')}
          placeholder={t('sponsors.search')}
          leftSection={<IconSearch size={18} aria-hidden />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      </form>
    </search>
  );
}

function SponsorCard({ sponsor }: { sponsor: Sponsor }) {
  const { t } = useTranslation('bill');
  const formats = useFormats();
  const { user, all_sum_amount, order_count, first_pay_time, last_pay_time, imported } = sponsor;
  return (
    <Paper withBorder p="md" className={cardClasses.card} component="article">
      <Group gap="sm" wrap="nowrap" mb="sm">
        <PersonPicture name={user.name} src={user.avatar} seed={user.user_id} size={48} />
        <div style={{ minWidth: 0, flex: 1 }}>
          <Group gap={8} wrap="nowrap">
            <Text fw={650}>
              <Link
                to="/dashboard/sponsored-bill"
                search={{ search_q: user.name, search_param_type: 'name' }}
                className={cardClasses.name}
              >
                {user.name}
              </Link>
            </Text>
            {imported && (
              <Badge variant="outline" color="gray" style={{ flexShrink: 0 }}>
                {t('imported')}
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed" className="figures">
            {t('sponsors.orders', { count: order_count })}
          </Text>
        </div>
      </Group>
      <Stack gap={4}>
        <Fact label={t('sponsors.sum')} strong>
          {formats.money(all_sum_amount)}
        </Fact>
        <Fact label={t('sponsors.first')}>{formats.date(first_pay_time)}</Fact>
        <Fact label={t('sponsors.last')}>{formats.date(last_pay_time)}</Fact>
      </Stack>
    </Paper>
  );
}
