import { Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconUserCancel, IconUserOff } from '@tabler/icons-react';
import { blockUser } from '#services/contract/relations/blocks.ts';
import { useCall } from '../../../api/queries.ts';
import type { useConfirm } from '../../../components/confirm.tsx';
import { useLocale } from '../../../language/use-locale.ts';

interface Props {
  user_id: string;
  name: string;
  /** The person writes at a post of the signed-in creator. */
  canReject: boolean;
  confirm: ReturnType<typeof useConfirm>['confirm'];
}

/** What a menu about a person has: blocking, and for creators rejecting. Both ask first. */
export function BlockItems({ user_id, name, canReject, confirm }: Props) {
  const { t } = useLocale('relations-blocks');
  const block = useCall(blockUser);
  const ask = (type: 'block' | 'reject') => () =>
    confirm({
      text: t(`${type}.ask`, { name }),
      yes: t(`${type}.do`),
      onYes: () =>
        block.mutate(
          { user_id, type },
          {
            onSuccess: () => notifications.show({ color: 'green', message: t(`${type}.done`, { name }) }),
          },
        ),
    });
  return (
    <>
      <Menu.Item leftSection={<IconUserOff size={18} aria-hidden />} onClick={ask('block')}>
        {t('block.do')}
      </Menu.Item>
      {canReject && (
        <Menu.Item leftSection={<IconUserCancel size={18} aria-hidden />} onClick={ask('reject')}>
          {t('reject.do')}
        </Menu.Item>
      )}
    </>
  );
}
