import { Badge, Menu, Paper } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  IconEye,
  IconEyeOff,
  IconHistory,
  IconListDetails,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { GOAL_STATUS } from '#events/status.ts';
import { deleteGoal, type Goal, hideGoal, showGoal } from '#services/contract/goals/goals.ts';
import { useCall } from '../../api/queries.ts';
import { useConfirm } from '../../components/confirm.tsx';
import { DotsMenu } from '../../components/dots-menu.tsx';
import { GoalProgress } from '../../components/goals/goal-progress.tsx';
import { useGoalWords } from '../../components/goals/goal-words.ts';

interface Props {
  goal: Goal;
  /** False for a past day. */
  now: boolean;
  onEdit: () => void;
  onOpen: (show: 'orders' | 'history') => void;
}

/** An own goal with its actions. */
export function GoalCard({ goal, now, onEdit, onOpen }: Props) {
  const { t } = useTranslation('goals');
  const { nameOf } = useGoalWords();
  const { confirm, dialog } = useConfirm();
  const hide = useCall(hideGoal);
  const show = useCall(showGoal);
  const remove = useCall(deleteGoal);
  const { goal_id } = goal;
  const name = nameOf(goal);
  const hidden = goal.status === GOAL_STATUS.hidden;
  const notice = (done: 'hidden' | 'shown' | 'deleted') => ({
    onSuccess: () => notifications.show({ color: 'green', message: t(`done.${done}`) }),
  });
  const actions = (
    <DotsMenu label={t('menuOf', { name })} busy={hide.isPending || show.isPending || remove.isPending}>
      <Menu.Item leftSection={<IconListDetails size={18} aria-hidden />} onClick={() => onOpen('orders')}>
        {t('explain')}
      </Menu.Item>
      <Menu.Item leftSection={<IconHistory size={18} aria-hidden />} onClick={() => onOpen('history')}>
        {t('history')}
      </Menu.Item>
      {now && (
        <>
          <Menu.Divider />
          <Menu.Item leftSection={<IconPencil size={18} aria-hidden />} onClick={onEdit}>
            {t('edit')}
          </Menu.Item>
          {hidden ? (
            <Menu.Item
              leftSection={<IconEye size={18} aria-hidden />}
              onClick={() => show.mutate({ goal_id }, notice('shown'))}
            >
              {t('show')}
            </Menu.Item>
          ) : (
            <Menu.Item
              leftSection={<IconEyeOff size={18} aria-hidden />}
              onClick={() => hide.mutate({ goal_id }, notice('hidden'))}
            >
              {t('hide')}
            </Menu.Item>
          )}
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={() =>
              confirm({
                text: t('deleteAsk', { name }),
                yes: t('delete'),
                onYes: () => remove.mutate({ goal_id }, notice('deleted')),
              })
            }
          >
            {t('delete')}
          </Menu.Item>
        </>
      )}
    </DotsMenu>
  );
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="article" aria-label={name}>
      <GoalProgress
        goal={goal}
        now={now}
        aside={actions}
        mark={hidden && <Badge color="gray">{t('hidden')}</Badge>}
      />
      {dialog}
    </Paper>
  );
}
