import { Anchor, CloseButton, Container, Group, Text } from '@mantine/core';
import { IconLock, IconSpeakerphone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { listNoticeBars } from '#services/contract/notices/notice-bars.ts';
import { queryOf } from '../../api/queries.ts';
import { consent } from '../../app/consent/consent.ts';
import { useProfile } from '../../app/session.ts';
import { AnchorLink } from '../../components/links.tsx';
import { LegalLink } from '../legal-link.tsx';
import classes from './notice-bars.module.css';
import { useOwnCheck } from './own-check.ts';

/** Keys of notices that were closed on this device, joined by commas. */
const STORED = 'notice_bar_key';

const keysOf = (text: string | null): string[] => (text ? text.split(',') : []);

function stored(): string[] {
  try {
    return keysOf(localStorage.getItem(STORED));
  } catch {
    return []; // storage is disabled: what is closed is shown again after a reload
  }
}

function store(keys: readonly string[]): void {
  try {
    localStorage.setItem(STORED, keys.join());
  } catch {
    // as above
  }
}

/** Above the page of a person who refused the terms twice: what they are, and the way to agree. */
function ReadOnlyBar() {
  const { t } = useTranslation('shell');
  const own = useProfile()?.user.user_id;
  const isReadOnly = useSyncExternalStore(consent.subscribe, () => consent.isReadOnly(own));
  if (!isReadOnly) return null;
  return (
    <aside className={classes.bar} aria-label={t('consent.barLabel')}>
      <Container size="xl">
        <Group gap="sm" py={8}>
          <IconLock size={18} aria-hidden className={classes.icon} />
          <Text size="sm" className={classes.text}>
            {t('consent.bar')}
          </Text>
          <Group gap="md">
            <LegalLink page="terms" c="inherit" underline="always" size="sm" />
            <LegalLink page="privacy" c="inherit" underline="always" size="sm" />
            <AnchorLink to="/setting/privacy" className={classes.link} underline="always" size="sm">
              {t('consent.agreeNow')}
            </AnchorLink>
          </Group>
        </Group>
      </Container>
    </aside>
  );
}

/** What the person of this page should know now, above it. */
export const NoticeBars = () => (
  <>
    <ReadOnlyBar />
    <PlatformBars />
  </>
);

/** Notices of the platform above the page. What a person closes stays closed on the device until it is edited. */
function PlatformBars() {
  const { t, i18n } = useTranslation('shell');
  const present = keysOf(useOwnCheck()?.notice_bar_key ?? null);
  const [closed, setClosed] = useState(stored);
  const open = present.filter((key) => !closed.includes(key));
  const { data } = useQuery({
    ...queryOf(listNoticeBars, {}, { enabled: open.length > 0 }),
    queryKey: [listNoticeBars.path, { keys: present.join(), language: i18n.language }],
  });
  const close = (key: string) => {
    // What is not shown any more need not be remembered.
    const next = [...closed.filter((one) => present.includes(one)), key];
    store(next);
    setClosed(next);
  };
  const shown = data?.list.filter(({ key }) => open.includes(key)) ?? [];
  return shown.map(({ id, key, text, path }) => (
    <aside key={id} className={classes.bar} aria-label={t('noticeBar.label')}>
      <Container size="xl">
        <Group wrap="nowrap" gap="sm" py={8}>
          <IconSpeakerphone size={18} aria-hidden className={classes.icon} />
          <Text size="sm" className={classes.text}>
            {text}{' '}
            {path !== '' && (
              <Anchor href={path} inherit underline="always" className={classes.link}>
                {t('noticeBar.more')}
              </Anchor>
            )}
          </Text>
          <CloseButton size={40} aria-label={t('noticeBar.close')} onClick={() => close(key)} />
        </Group>
      </Container>
    </aside>
  ));
}
