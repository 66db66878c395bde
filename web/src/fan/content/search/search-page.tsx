import { ActionIcon, Container, Group, Stack, Tabs, Text, Title } from '@mantine/core';
import { IconHistory, IconSearch, IconTrash, IconUser } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isLongEnough, MAX_SEARCH, wordsOf } from '#services/contract/content/search-words.ts';
import { useActiveInView } from '../../../app/active-in-view.ts';
import { useProfile } from '../../../app/session.ts';
import { Nothing } from '../../../components/collection.tsx';
import { WordsField } from '../../../components/forms/words-field.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { Name } from '../../../components/name.tsx';
import {
  forgetSearches,
  rememberSearch,
  useSearchHistory,
} from '../../../components/search/search-history.ts';
import { forgetCreators, useVisitedCreators } from '../../../components/search/visited-creators.ts';
import { usePageTitle } from '../../../shell/page-title.ts';
import { AlbumHits, CreatorHits, ProductHits } from './card-hits.tsx';
import { OrderHits } from './order-hits.tsx';
import { OtherHits } from './other-hits.tsx';
import { PostHits } from './post-hits.tsx';

const TYPES = ['post', 'creator', 'album', 'product', 'order'] as const;
type Type = (typeof TYPES)[number];

const route = getRouteApi('/search');

/** The last searches, and the creators that were looked at, on this device. */
function History({ person }: { person: string }) {
  const { t } = useTranslation('content-search');
  const history = useSearchHistory(person);
  const creators = useVisitedCreators(person);
  if (history.length + creators.length === 0)
    return (
      <Nothing nothing={{ icon: <IconSearch aria-hidden />, title: t('begin'), text: t('beginText') }} />
    );
  return (
    <Stack gap="lg">
      {history.length > 0 && (
        <LastOnes title={t('history')} forget={t('clear')} onForget={() => forgetSearches(person)}>
          {history.map((q) => (
            <ButtonLink
              key={q}
              to="/search"
              search={(before) => ({ ...before, q })}
              {...LAST_ONE}
              leftSection={<IconHistory size={16} aria-hidden />}
            >
              <Name inherit span>
                {q}
              </Name>
            </ButtonLink>
          ))}
        </LastOnes>
      )}
      {creators.length > 0 && (
        <LastOnes title={t('visited')} forget={t('clearVisited')} onForget={() => forgetCreators(person)}>
          {creators.map(({ slug, name }) => (
            <ButtonLink
              key={slug}
              to="/a/$slug"
              params={{ slug }}
              {...LAST_ONE}
              leftSection={<IconUser size={16} aria-hidden />}
            >
              <Name inherit span>
                {name}
              </Name>
            </ButtonLink>
          ))}
        </LastOnes>
      )}
    </Stack>
  );
}

const LAST_ONE = { variant: 'default', radius: 'xl', size: 'sm', maw: '100%' } as const;

interface LastOnesProps {
  title: string;
  /** The name of the button that removes them. */
  forget: string;
  onForget: () => void;
  children: ReactNode;
}

function LastOnes({ title, forget, onForget, children }: LastOnesProps) {
  return (
    <Stack component="section" gap="xs" aria-label={title}>
      <Group justify="space-between">
        <Text component="h2" fw={650}>
          {title}
        </Text>
        <ActionIcon size={40} aria-label={forget} onClick={onForget}>
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </Group>
      <Group gap="xs">{children}</Group>
    </Stack>
  );
}

function Hits({ type, q, words }: { type: Type; q: string; words: readonly string[] }) {
  switch (type) {
    case 'creator':
      return <CreatorHits q={q} />;
    case 'album':
      return <AlbumHits q={q} words={words} />;
    case 'product':
      return <ProductHits q={q} words={words} />;
    case 'order':
      return <OrderHits q={q} />;
    default:
      return <PostHits q={q} words={words} />;
  }
}

/** /search: posts, creators, albums, products and own orders by words; what is searched is in the address. */
export function SearchPage() {
  const { t } = useTranslation(['content-search', 'shell']);
  const { q, search_type = 'post' } = route.useSearch();
  const navigate = route.useNavigate();
  const profile = useProfile();
  const person = profile?.user.user_id ?? '';
  const tabs = useActiveInView<HTMLDivElement>('[data-active]', search_type);
  const words = useMemo(() => wordsOf(q ?? ''), [q]);
  usePageTitle(q === undefined ? t('title') : t('titleOf', { words: q }));
  useEffect(() => {
    // Whose search it is must be known.
    if (profile !== undefined && q !== undefined && words.length > 0) rememberSearch(person, q);
  }, [profile, person, q, words]);
  const isTooShort = search_type === 'post' && words.length > 0 && !isLongEnough(words);
  return (
    <Container size={860} py={{ base: 'md', sm: 'xl' }}>
      <Stack gap="md">
        <Title order={1}>{t('title')}</Title>
        <WordsField
          words={q}
          label={t('field')}
          longest={MAX_SEARCH}
          radius="xl"
          onSearch={(next) => void navigate({ search: (before) => ({ ...before, q: next }) })}
        />
        <Tabs
          value={search_type}
          onChange={(value) => {
            const next = TYPES.find((one) => one === value);
            void navigate({
              search: (before) => ({ q: before.q, search_type: next === 'post' ? undefined : next }),
              replace: true,
              resetScroll: false,
            });
          }}
        >
          <Tabs.List ref={tabs} style={{ flexWrap: 'nowrap', overflowX: 'auto', overflowY: 'hidden' }}>
            {TYPES.map((type) => (
              <Tabs.Tab key={type} value={type} style={{ flexShrink: 0 }}>
                {t(`types.${type}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={search_type} pt="md">
            {q === undefined || words.length === 0 ? (
              <History person={person} />
            ) : isTooShort ? (
              <Nothing
                nothing={{
                  icon: <IconSearch aria-hidden />,
                  title: t('tooShort'),
                  text: t('tooShortText'),
                  action: <OtherHits q={q} />,
                }}
              />
            ) : (
              <Hits type={search_type} q={q} words={words} />
            )}
          </Tabs.Panel>
        </Tabs>
      </Stack>
    </Container>
  );
}
