import { type ButtonProps, Text } from '@mantine/core';
import { IconUserCheck, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getMark, markCreator, unmarkCreator } from '#services/contract/relations/marks.ts';
import { queryOf, useCall } from '../../api/queries.ts';
import { useProfile } from '../../app/session.ts';
import { MarkToggle } from './mark-toggle.tsx';

interface Props extends Pick<ButtonProps, 'size' | 'flex'> {
  user_id: string;
  name: string;
}

/** Follows a creator; creators see how many people follow them. */
export function FollowButton({ user_id, name, ...look }: Props) {
  const { t } = useTranslation('relations');
  const own = useProfile()?.user.user_id;
  const { data } = useQuery(queryOf(getMark, { user_id }, { enabled: own !== undefined }));
  const follow = useCall(markCreator, { tells: true });
  const unfollow = useCall(unmarkCreator, { tells: true });
  if (own === user_id)
    return data === undefined ? null : (
      <Text className="figures" fw={600} px="xs">
        {t('followers', { count: data.mark_count ?? 0 })}
      </Text>
    );
  return (
    <MarkToggle
      {...look}
      isMarked={data?.has_mark}
      words={{ on: t('following'), off: t('follow') }}
      labels={{ on: t('followingOf', { name }), off: t('followOf', { name }) }}
      icons={{ on: <IconUserCheck size={20} aria-hidden />, off: <IconUserPlus size={20} aria-hidden /> }}
      loading={follow.isPending || unfollow.isPending}
      onToggle={(marked) => (marked ? follow : unfollow).mutate({ user_id })}
    />
  );
}
