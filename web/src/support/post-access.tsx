import { Box, Button, Group, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getSupportAccess } from '#services/contract/staff/support.ts';
import { queryOf } from '../api/queries.ts';
import { Explanation } from '../components/content/access/explanation.tsx';
import type { OrderLink } from '../components/content/access/grant-line.tsx';
import { DateField } from '../components/forms/date-field.tsx';
import { AnchorLink } from '../components/links.tsx';
import { Loaded } from '../components/loaded.tsx';
import { Section } from '../components/section.tsx';
import { zonedSeconds, zonedText } from '../language/zone.ts';
import { ONCE } from './once.ts';
import type { SupportSearch } from './support-search.ts';

/** The id in a post's address, or what was typed. */
const postIdOf = (typed: string): string => /\/p\/([^/?#\s]+)/.exec(typed)?.[1] ?? typed.trim();

interface Props {
  /** The person, or an order. */
  whose: { user_id: string } | { out_trade_no: string };
  reason: string;
  search: SupportSearch;
  onSearch: (search: SupportSearch) => void;
}

/** Whether a person can read a post, now or at an earlier time, and why. Each look is recorded. */
export function PostAccess({ whose, reason, search, onSearch }: Props) {
  const { t } = useTranslation('support');
  const { post, at } = search;
  const [typed, setTyped] = useState(post ?? '');
  const [time, setTime] = useState(at === undefined ? '' : zonedText(at));
  const seconds = zonedSeconds(time);
  const look = (event: FormEvent) => {
    event.preventDefault();
    onSearch({ ...search, post: postIdOf(typed), at: seconds });
  };
  return (
    <Section title={t('access.title')} text={t('access.text')}>
      <Stack gap="md">
        <form onSubmit={look}>
          <Group align="flex-end" gap="md">
            <TextInput
              label={t('access.post')}
              placeholder="/p/…"
              maxLength={200}
              autoComplete="off"
              style={{ flex: '2 1 220px' }}
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
            <Box flex="1 1 260px">
              <DateField withTime label={t('access.at')} value={time} onChange={setTime} />
            </Box>
            <Button type="submit" variant="default" disabled={postIdOf(typed) === ''}>
              {t('access.look')}
            </Button>
          </Group>
        </form>
        {post !== undefined && (
          <Answer
            post_id={post}
            at={at}
            reason={reason}
            whose={whose}
            orderLink={(order) => (
              <AnchorLink to="/support" search={{ ...search, order }} size="sm">
                {order}
              </AnchorLink>
            )}
          />
        )}
      </Stack>
    </Section>
  );
}

interface AnswerProps extends Pick<Props, 'whose' | 'reason'> {
  post_id: string;
  at: number | undefined;
  orderLink: OrderLink;
}

function Answer({ post_id, at, reason, whose, orderLink }: AnswerProps) {
  const query = useQuery(queryOf(getSupportAccess, { post_id, ...whose, at, reason }, ONCE));
  return (
    <Loaded query={query} height={140}>
      {(explanation) => (
        <Explanation explanation={explanation} past={at !== undefined} own={false} orderLink={orderLink} />
      )}
    </Loaded>
  );
}
