import { Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconUserCancel, IconUserCheck, IconUserOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { blockUser, getBlock, unblockUser } from '#services/contract/relations/blocks.ts';
import { queryOf, useCall } from '../../../api/queries.ts';
import type { useConfirm } from '../../../components/confirm.tsx';
import { useLocale } from '../../../language/use-locale.ts';

interface Props {
  user_id: string;
  name: string;
  /** The person writes at a post of the signed-in creator. */
  canReject: boolean;
  confirm: ReturnType<typeof useConfirm>['confirm'];
}

/** What a menu about a person has: blocking, and for creators rejecting. Both ask first, and can be undone. */
export function BlockItems({ user_id, name, canReject, confirm }: Props) {
  const { t } = useLocale(['relations-blocks', 'relations']);
  const { data } = useQuery(queryOf(getBlock, { user_id }));
  const block = useCall(blockUser);
  const unblock = useCall(unblockUser);
  const end = (type: 'block' | 'reject') => () =>
    unblock.mutate(
      { user_id, type },
      {
        onSuccess: () => {
          notifications.hide(`${type} ${user_id}`);
          notifications.show({ color: 'green', message: t(`${type}.ended`, { name }) });
        },
      },
    );
  const ask = (type: 'block' | 'reject') => () =>
    confirm({
      text: t(`${type}.ask`, { name }),
      yes: t(`${type}.do`),
      onYes: () =>
        block.mutate(
          { user_id, type },
          {
            onSuccess: () =>
              notifications.show({
                id: `${type} ${user_id}`,
                color: 'green',
                message: (
                  <>
                    {t(`${type}.done`, { name })}{' '}
                    <Button variant="subtle" size="compact-sm" onClick={end(type)}>
                      {t('relations:undo')}
                    </Button>
                  </>
                ),
              }),
          },
        ),
    });
  return (
    <>
      {data?.is_block ? (
        <Menu.Item leftSection={<IconUserCheck size={18} aria-hidden />} onClick={end('block')}>
          {t('block.end')}
        </Menu.Item>
      ) : (
        <Menu.Item leftSection={<IconUserOff size={18} aria-hidden />} onClick={ask('block')}>
          {t('block.do')}
        </Menu.Item>
      )}
      {canReject &&
        (data?.is_reject ? (
          <Menu.Item leftSection={<IconUserCheck size={18} aria-hidden />} onClick={end('reject')}>
            {t('reject.end')}
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconUserCancel size={18} aria-hidden />} onClick={ask('reject')}>
            {t('reject.do')}
          </Menu.Item>
        ))}
    </>
  );
}
