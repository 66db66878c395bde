import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getMyCheck } from '#services/contract/messages/calls.ts';
import { queryOf } from '../api/queries.ts';
import { CountedLink } from './counted-link.tsx';

const POLL_MS = 60_000;

/** The way to the platform's messages, with how many are unread. */
export function MessagesLink() {
  const { t } = useTranslation('shell');
  const { data } = useQuery(queryOf(getMyCheck, {}, { staleTime: POLL_MS, refetchInterval: POLL_MS }));
  const count = data?.unread_message_num ?? 0;
  const label = count === 0 ? t('nav.messages') : t('nav.messagesOf', { count });
  return (
    <CountedLink to="/notice" count={count} label={label}>
      <IconBell size={20} aria-hidden />
    </CountedLink>
  );
}
