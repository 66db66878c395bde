import { Button, Group, Paper, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch, IconShieldCheck } from '@tabler/icons-react';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  type BlockedPerson,
  blockUser,
  listBlocks,
  unblockUser,
} from '#services/contract/relations/blocks.ts';
import { call } from '../../../api/client.ts';
import { useCall } from '../../../api/queries.ts';
import { useProfile } from '../../../app/session.ts';
import { Collection } from '../../../components/collection.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { PersonPicture } from '../../../components/pictures/person-picture.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { AccountFrame } from '../../frame/account-frame.tsx';
import { Removable } from '../removable.tsx';

const A_PAGE = 20;
const SEARCH_MS = 300;
const MAX_SEARCH = 40;
const PLACES = { block: '/setting/blocklist', reject: '/setting/rejectlist' } as const;
type Type = keyof typeof PLACES;

const blocksQuery = (type: Type, search: string) =>
  infiniteQueryOptions({
    queryKey: [listBlocks.path, type, search],
    queryFn: ({ pageParam, signal }) =>
      call(listBlocks, { type, search, rank: pageParam, per_page: A_PAGE }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ has_more, list }) => (has_more ? list.at(-1)?.rank : undefined),
    meta: { topics: listBlocks.reads },
    // No read model changes with it: each visit reads it again.
    staleTime: 0,
  });

/** /setting/blocklist and /setting/rejectlist: whom a person blocks, and whom a creator rejects. */
export function BlocksPage({ type }: { type: Type }) {
  const { t } = useLocale('relations-blocks');
  const navigate = useNavigate();
  const isCreator = (useProfile()?.creator ?? null) !== null;
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), SEARCH_MS);
  const query = useInfiniteQuery(blocksQuery(type, search));
  return (
    <AccountFrame title={t('title')} text={t(`${type}.text`)} within={PLACES.block}>
      <Stack gap="md">
        {(isCreator || type === 'reject') && (
          <SegmentedControl
            aria-label={t('which')}
            style={{ alignSelf: 'flex-start' }}
            value={type}
            onChange={(chosen) => void navigate({ to: PLACES[chosen === 'reject' ? 'reject' : 'block'] })}
            data={[
              { value: 'block', label: t('block.tab') },
              { value: 'reject', label: t('reject.tab') },
            ]}
          />
        )}
        <TextInput
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={18} aria-hidden />}
          maw={360}
          maxLength={MAX_SEARCH}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Collection
          query={query}
          waiting={{ count: 3, height: 74 }}
          gap="sm"
          small
          isEmpty={({ pages }) => pages[0]?.list.length === 0}
          nothing={{
            icon: <IconShieldCheck aria-hidden />,
            title: search === '' ? t(`${type}.nothing`) : t('noHit', { name: search }),
            text: search === '' ? t(`${type}.nothingText`) : undefined,
          }}
          more={query}
        >
          {({ pages }) =>
            pages
              .flatMap(({ list }) => list)
              .map((person) => <PersonRow key={`${type} ${person.user_id}`} type={type} person={person} />)
          }
        </Collection>
      </Stack>
    </AccountFrame>
  );
}

function PersonRow({ type, person }: { type: Type; person: BlockedPerson }) {
  const { t, formats } = useLocale('relations-blocks');
  const { user_id, name, avatar, create_time } = person;
  // Who was removed stays on the page, so that it can be undone.
  const block = useCall(blockUser, { refresh: false });
  const unblock = useCall(unblockUser, { refresh: false });
  return (
    <Removable
      name={name}
      busy={block.isPending}
      onChange={(undo, onSuccess) => (undo ? block : unblock).mutate({ user_id, type }, { onSuccess })}
    >
      {(remove) => (
        <Paper withBorder p="md" component="article">
          <Group justify="space-between" gap="sm" wrap="nowrap">
            <Group gap="sm" wrap="nowrap" style={{ minWidth: 0 }}>
              <PersonPicture name={name} src={avatar} seed={user_id} size={40} />
              <div style={{ minWidth: 0 }}>
                <AnchorLink
                  to="/u/$userId"
                  params={{ userId: user_id }}
                  c="inherit"
                  fw={650}
                  style={{ overflowWrap: 'anywhere' }}
                >
                  {name}
                </AnchorLink>
                <Text className="hint">{t('since', { date: formats.date(create_time) })}</Text>
              </div>
            </Group>
            <Button
              variant="default"
              size="xs"
              flex="none"
              loading={unblock.isPending}
              aria-label={t(`${type}.endOf`, { name })}
              onClick={remove}
            >
              {t(`${type}.end`)}
            </Button>
          </Group>
        </Paper>
      )}
    </Removable>
  );
}
