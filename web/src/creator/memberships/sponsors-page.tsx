import { Badge, Group, Paper, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconHeartHandshake } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Sponsor } from '#services/api/stats/contract.ts';
import { sponsorPages, sponsorsQuery } from '../../api/sponsored.ts';
import cardClasses from '../../components/catalog/creator-card.module.css';
import { Fact } from '../../components/fact.tsx';
import { WordsField } from '../../components/forms/words-field.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Pages } from '../../components/pages.tsx';
import { PersonPicture } from '../../components/pictures/person-picture.tsx';
import { Shapes } from '../../components/shapes.tsx';
import { useFormats } from '../../language/use-formats.ts';
import { NothingReceived } from '../nothing-received.tsx';
import { MembersPart } from './members-part.tsx';

export interface SponsorsSearch {
  /** Without it: everybody who ever paid. */
  tab?: 'members' | undefined;
  q?: string | undefined;
  /** The day whose members are shown; without it, now. */
  date?: string | undefined;
  page?: number | undefined;
}

interface Props {
  search: SponsorsSearch;
  onSearch: (search: SponsorsSearch) => void;
}

const COLUMNS = { base: 1, xs: 2, lg: 3 } as const;

/** /dashboard/sponsors: everybody who ever paid, with what they gave; and whose memberships run. */
export function SponsorsPage({ search, onSearch }: Props) {
  const { t } = useTranslation(['bill', 'refund']);
  const { tab, page = 1, q, date } = search;
  return (
    <>
      <PageHead title={t('sponsors.title')} text={t('sponsors.text')} />
      <SegmentedControl
        aria-label={t('refund:members.tabs')}
        mb="md"
        value={tab ?? ''}
        onChange={(chosen) => onSearch({ tab: chosen === 'members' ? 'members' : undefined })}
        data={[
          { value: '', label: t('refund:members.sponsors') },
          { value: 'members', label: t('refund:members.members') },
        ]}
      />
      {tab === 'members' ? (
        <MembersPart date={date} page={page} onSearch={(chosen) => onSearch({ tab: 'members', ...chosen })} />
      ) : (
        <AllSponsors q={q} page={page} onSearch={onSearch} />
      )}
    </>
  );
}

interface AllProps {
  q: string | undefined;
  page: number;
  onSearch: (search: SponsorsSearch) => void;
}

function AllSponsors({ q: words, page, onSearch }: AllProps) {
  const { t } = useTranslation('bill');
  const narrowed = words !== undefined;
  const query = useQuery(sponsorsQuery(words, page));
  return (
    <>
      <WordsField
        words={words}
        label={t('sponsors.search')}
        style={{ maxWidth: 360, marginBottom: 16 }}
        onSearch={(q) => onSearch({ q })}
      />
      <Loaded
        query={query}
        skeleton={
          <SimpleGrid cols={COLUMNS}>
            <Shapes count={6} height={176} />
          </SimpleGrid>
        }
        isEmpty={({ list }) => list.length === 0}
        empty={
          <NothingReceived
            icon={<IconHeartHandshake aria-hidden />}
            title={t(narrowed ? 'sponsors.none' : 'sponsors.empty')}
            text={t(narrowed ? 'sponsors.noneText' : 'sponsors.emptyText')}
            onShowAll={narrowed ? () => onSearch({}) : undefined}
          />
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
            <Pages
              total={sponsorPages(total_count)}
              page={page}
              onPage={(chosen) => onSearch({ q: words, page: chosen })}
            />
          </Stack>
        )}
      </Loaded>
    </>
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
            <Text fw={650} truncate miw={0} title={user.name}>
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
