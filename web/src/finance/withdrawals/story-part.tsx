import { Button, Paper, Text, Timeline, Title } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCash,
  IconCheck,
  IconGavel,
  IconHelp,
  IconRefresh,
  IconSend,
  IconSwitchHorizontal,
  IconUserCheck,
  IconX,
} from '@tabler/icons-react';
import type { WithdrawalChapter } from '#services/contract/withdrawals/finance-withdrawals.ts';
import { useLocale } from '../../language/use-locale.ts';

const ICONS = {
  requested: IconCash,
  approved_first: IconUserCheck,
  approved: IconUserCheck,
  rejected: IconX,
  retried: IconRefresh,
  sent: IconSend,
  unknown: IconHelp,
  paid: IconCheck,
  failed: IconX,
  disputed_failed: IconAlertTriangle,
  disputed_paid: IconAlertTriangle,
  judged_reached: IconUserCheck,
  judged_not_reached: IconUserCheck,
  closed_reached: IconGavel,
  closed_not_reached: IconGavel,
  switched: IconSwitchHorizontal,
} as const satisfies Record<WithdrawalChapter['what'], unknown>;

interface Props {
  story: readonly WithdrawalChapter[];
  /** Opens the withdrawal that a chapter names. */
  onOpen: (order_id: string) => void;
}

/** The story of a withdrawal, oldest first: actor, time and log position. */
export function StoryPart({ story, onOpen }: Props) {
  const { t, formats } = useLocale('withdrawals-payouts');
  return (
    <Paper withBorder p="md" component="section" aria-label={t('story.title')}>
      <Title order={3} fz="md" mb="sm">
        {t('story.title')}
      </Title>
      <Timeline active={story.length} bulletSize={28} lineWidth={2}>
        {story.map((chapter) => {
          const Icon = ICONS[chapter.what];
          return (
            <Timeline.Item
              key={`${chapter.position} ${chapter.what}`}
              bullet={<Icon size={16} aria-hidden />}
              title={t(`story.${chapter.what}`)}
            >
              <Note chapter={chapter} onOpen={onOpen} />
              <Text className="hint">{chapter.name === '' ? t(`story.by.${chapter.by}`) : chapter.name}</Text>
              <Text className="footnote figures">
                {t('story.at', {
                  time: formats.dateTime(chapter.time),
                  position: chapter.position,
                })}
              </Text>
            </Timeline.Item>
          );
        })}
      </Timeline>
    </Paper>
  );
}

/** The note names another withdrawal. */
const NAMES_ANOTHER: readonly WithdrawalChapter['what'][] = ['requested', 'switched'];

function Note({
  chapter: { what, note, payout_id },
  onOpen,
}: Pick<Props, 'onOpen'> & { chapter: WithdrawalChapter }) {
  const { t } = useLocale('withdrawals-payouts');
  const another = NAMES_ANOTHER.includes(what);
  return (
    <>
      {note !== '' && another && (
        <Button variant="subtle" size="compact-sm" px={0} onClick={() => onOpen(note)}>
          {t(what === 'switched' ? 'switched_to' : 'instead_of')}
        </Button>
      )}
      {note !== '' && !another && (
        <Text size="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
          {note}
        </Text>
      )}
      {payout_id !== '' && (
        <Text className="footnote" style={{ overflowWrap: 'anywhere' }}>
          {t('story.payout', { id: payout_id })}
        </Text>
      )}
    </>
  );
}
