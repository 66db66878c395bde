import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { USER_STATUS } from '#events/status.ts';

const WORDS = {
  [USER_STATUS.shown]: 'status.shown',
  [USER_STATUS.hidden]: 'status.hidden',
  [USER_STATUS.banned]: 'status.banned',
} as const;
const COLORS: Readonly<Record<number, string>> = {
  [USER_STATUS.shown]: 'green',
  [USER_STATUS.hidden]: 'orange',
  [USER_STATUS.banned]: 'red',
};
const isKnown = (status: number): status is keyof typeof WORDS => status in WORDS;

/** Shown, hidden or banned, in a word. */
export function useStandingWord(): (status: number) => string {
  const { t } = useTranslation('staff-lists');
  return (status) => (isKnown(status) ? t(WORDS[status]) : '');
}

export function Standing({ status }: { status: number }) {
  const wordOf = useStandingWord();
  return <Badge color={COLORS[status] ?? 'gray'}>{wordOf(status)}</Badge>;
}

/** The choices of a filter by standing. */
export function useStandingChoices() {
  const wordOf = useStandingWord();
  return [USER_STATUS.shown, USER_STATUS.hidden, USER_STATUS.banned].map(
    (one) => [one, wordOf(one)] as const,
  );
}
