import { IconBell } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CountedLink } from './counted-link.tsx';
import { useOwnCheck } from './own-check.ts';

/** The way to the platform's messages, with how many are unread. */
export function MessagesLink() {
  const { t } = useTranslation('shell');
  const count = useOwnCheck()?.unread_message_num ?? 0;
  const label = count === 0 ? t('nav.messages') : t('nav.messagesOf', { count });
  return (
    <CountedLink to="/notice" count={count} label={label}>
      <IconBell size={20} aria-hidden />
    </CountedLink>
  );
}
