import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '#services/contract/accounts/accounts.ts';
import classes from '../header.module.css';
import { PaletteKey } from '../palette/palette-key.tsx';
import { AvatarMenu } from './avatar-menu.tsx';
import { CartLink } from './cart-link.tsx';
import { ConsentPart } from './consent-part.tsx';
import { MessagesLink } from './messages-link.tsx';
import { PublishMenu } from './publish-menu.tsx';

/** The right end of the header of a signed-in person. */
export function MemberTools({ profile }: { profile: Profile }) {
  const { t } = useTranslation('shell');
  return (
    <>
      {profile.creator !== null && (
        <PublishMenu position="bottom-end">
          <Button
            className={classes.wide}
            px="md"
            mx={4}
            leftSection={<IconPlus size={18} aria-hidden />}
            aria-haspopup="menu"
          >
            {t('nav.publish')}
          </Button>
        </PublishMenu>
      )}
      <div className={classes.wide}>
        <MessagesLink />
      </div>
      <CartLink />
      <AvatarMenu profile={profile} />
      <PaletteKey />
      <ConsentPart profile={profile} />
    </>
  );
}
