import { Badge, Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useOwnCheck } from '../../shell/member/own-check.ts';
import { AccountFrame } from '../frame/account-frame.tsx';

const PLACES = { message: '/notice', comment: '/notice/comment', like: '/notice/like' } as const;
type Place = keyof typeof PLACES;
// Object.keys knows no names.
const NAMES = Object.keys(PLACES) as Place[];

interface Props {
  here: Place;
  title: string;
  text: string;
  children: ReactNode;
}

/** The pages of notices, each with how many of it are unread. */
export function NoticeFrame({ here, title, text, children }: Props) {
  const { t } = useTranslation('messages');
  const navigate = useNavigate();
  const unread = useOwnCheck()?.unread_count;
  return (
    <AccountFrame title={title} text={text} within={PLACES.message}>
      <Tabs value={here} onChange={(chosen) => void navigate({ to: PLACES[placeOf(chosen)] })}>
        <Tabs.List aria-label={t('tabs.label')}>
          {NAMES.map((name) => {
            const count = name === here ? 0 : (unread?.[name] ?? 0);
            return (
              <Tabs.Tab
                key={name}
                value={name}
                rightSection={count > 0 && <Badge size="sm">{count > 99 ? '99+' : count}</Badge>}
              >
                {t(`tabs.${name}`)}
              </Tabs.Tab>
            );
          })}
        </Tabs.List>
        <Tabs.Panel value={here} pt="md">
          {children}
        </Tabs.Panel>
      </Tabs>
    </AccountFrame>
  );
}

const placeOf = (chosen: string | null): Place => NAMES.find((name) => name === chosen) ?? 'message';
