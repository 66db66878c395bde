import { IconBell } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CountedLink } from './counted-link.tsx';
import { MessageMenu } from './message-menu.tsx';
import { useOwnCheck } from './own-check.ts';

/** The way to the person's notices, with how many are unread; a pointer above it sees of which kind. */
export function MessagesLink() {
  const { t } = useTranslation('shell');
  const { message = 0, comment = 0, like = 0 } = useOwnCheck()?.unread_count ?? {};
  const count = message + comment + like;
  const label = count === 0 ? t('nav.messages') : t('nav.messagesOf', { count });
  return (
    <MessageMenu counts={{ message, comment, like }}>
      <CountedLink to="/notice" count={count} label={label}>
        <IconBell size={20} aria-hidden />
      </CountedLink>
    </MessageMenu>
  );
}
