import { Badge, Button, Group, Paper, Text } from '@mantine/core';
import { IconRosetteDiscountCheck, IconUserPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  listMarkedCreators,
  type MarkedCreator,
  markCreator,
  unmarkCreator,
} from '#services/contract/relations/marks.ts';
import { useCall } from '../../api/queries.ts';
import { Collection } from '../../components/collection.tsx';
import { AnchorLink, ButtonLink } from '../../components/links.tsx';
import { PersonPicture } from '../../components/pictures/person-picture.tsx';
import { MarksFrame, marksQuery } from './marks-frame.tsx';
import { Removable } from './removable.tsx';

/** /dashboard/mark: the creators that the person follows. */
export function MarkPage() {
  const { t } = useTranslation('relations');
  const query = useInfiniteQuery(marksQuery(listMarkedCreators));
  return (
    <MarksFrame here="creators">
      <Collection
        query={query}
        waiting={{ count: 4, height: 82 }}
        gap="sm"
        isEmpty={({ pages }) => pages[0]?.list.length === 0}
        nothing={{
          icon: <IconUserPlus aria-hidden />,
          title: t('noCreators'),
          text: t('noCreatorsText'),
          action: <ButtonLink to="/explore">{t('explore')}</ButtonLink>,
        }}
        more={query}
      >
        {({ pages }) =>
          pages
            .flatMap(({ list }) => list)
            .map((creator) => <CreatorRow key={creator.user_id} creator={creator} />)
        }
      </Collection>
    </MarksFrame>
  );
}

function CreatorRow({ creator }: { creator: MarkedCreator }) {
  const { t } = useTranslation(['relations', 'catalog-creators']);
  const { user_id, name, avatar, doing, is_verified } = creator;
  // What was removed stays on the page, so that it can come back.
  const follow = useCall(markCreator, { refresh: false });
  const unfollow = useCall(unmarkCreator, { refresh: false });
  return (
    <Removable
      name={name}
      busy={follow.isPending}
      onChange={(undo, onSuccess) => (undo ? follow : unfollow).mutate({ user_id }, { onSuccess })}
    >
      {(remove) => (
        <Paper withBorder p="md" component="article">
          <Group justify="space-between" gap="sm" wrap="nowrap">
            <Group gap="sm" wrap="nowrap" style={{ minWidth: 0 }}>
              <PersonPicture name={name} src={avatar} seed={user_id} size={48} />
              <div style={{ minWidth: 0 }}>
                <Group gap="xs">
                  <AnchorLink
                    to="/u/$userId"
                    params={{ userId: user_id }}
                    c="inherit"
                    fw={650}
                    style={{ overflowWrap: 'anywhere' }}
                  >
                    {name}
                  </AnchorLink>
                  {is_verified === 1 && (
                    <Badge leftSection={<IconRosetteDiscountCheck size={14} aria-hidden />}>
                      {t('catalog-creators:page.verified')}
                    </Badge>
                  )}
                </Group>
                {doing !== '' && (
                  <Text className="hint" lineClamp={2}>
                    {doing}
                  </Text>
                )}
              </div>
            </Group>
            <Button
              variant="default"
              size="xs"
              flex="none"
              loading={unfollow.isPending}
              aria-label={t('unfollowOf', { name })}
              onClick={remove}
            >
              {t('unfollow')}
            </Button>
          </Group>
        </Paper>
      )}
    </Removable>
  );
}
