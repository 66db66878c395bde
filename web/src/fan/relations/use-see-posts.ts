import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getMyCheck } from '#services/contract/messages/calls.ts';
import { seePosts } from '#services/contract/relations/feed.ts';
import { useCall } from '../../api/queries.ts';

/**
 * The person has seen the own feed up to a post, or the posts of a creator.
 * @param publish_sn undefined, or 0: nothing was seen
 */
export function useSeePosts(publish_sn: number | undefined, user_id?: string): void {
  const client = useQueryClient();
  const { mutate } = useCall(seePosts, { quiet: true, refresh: false });
  useEffect(() => {
    if (!publish_sn) return;
    const seen = user_id === undefined ? { publish_sn } : { publish_sn, user_id };
    mutate(seen, { onSuccess: () => void client.invalidateQueries({ queryKey: [getMyCheck.path] }) });
  }, [client, mutate, publish_sn, user_id]);
}
