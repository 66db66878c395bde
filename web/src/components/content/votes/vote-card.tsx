import { Paper, Stack, Text } from '@mantine/core';
import type { Vote } from '#services/contract/content/votes.ts';
import { useLocale } from '../../../language/use-locale.ts';
import { VoteBallot } from './vote-ballot.tsx';
import { VoteResult } from './vote-result.tsx';

const DAY_S = 86_400;

/** The vote of a post: its options before the reader has voted, its counts afterwards. */
export function VoteCard({ vote, previewed = false }: { vote: Vote; previewed?: boolean }) {
  const { t, formats } = useLocale('content-vote');
  const { title, most, options, result_total, deadline, finished, state } = vote;
  const time = formats.dateTime(deadline);
  const days = Math.floor((deadline - Date.now() / 1000) / DAY_S);
  const left = days < 1 ? t('lastDay') : t('left', { count: days });
  const facts = [
    most === 1 ? t('single') : most < options.length ? t('multiple', { most }) : t('any'),
    t('total', { count: result_total, number: formats.number(result_total) }),
    deadline < 0 ? t('noDeadline') : finished ? t('finished', { time }) : `${t('until', { time })} · ${left}`,
  ];
  return (
    <Paper withBorder p="md" radius="lg" component="section" aria-label={t('of', { title })}>
      <Stack gap="sm">
        <div>
          <Text fw={650} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Text>
          <Text className="hint figures">{facts.join(' · ')}</Text>
        </div>
        {state === 'before' ? <VoteBallot vote={vote} previewed={previewed} /> : <VoteResult vote={vote} />}
      </Stack>
    </Paper>
  );
}
