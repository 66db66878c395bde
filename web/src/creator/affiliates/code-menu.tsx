import { Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { AFFILIATE_STATUS } from '#events/status.ts';
import {
  type Affiliate,
  deleteAffiliate,
  type EditAffiliate,
  editAffiliate,
} from '#services/contract/affiliates/calls.ts';
import { useCall } from '../../api/queries.ts';
import { useConfirm } from '../../components/confirm.tsx';
import { DotsMenu } from '../../components/dots-menu.tsx';
import { MenuItemLink } from '../../components/menu-link.tsx';

interface Props {
  code: Affiliate;
  /** Without the right a code can be paused and deleted, and nothing else of it changed. */
  allowed: boolean;
}

/** The same code with another status. */
const withStatus = ({ affiliate_id, rate, plans, note }: Affiliate, status: EditAffiliate['status']) => ({
  affiliate_id,
  rate,
  note,
  status,
  plan_ids: plans.map(({ plan_id }) => plan_id),
});

/** The actions of an own code: change, pause, delete. */
export function CodeMenu({ code, allowed }: Props) {
  const { t } = useTranslation('affiliates');
  const pause = useCall(editAffiliate);
  const remove = useCall(deleteAffiliate);
  const { confirm, dialog } = useConfirm();
  const named = { code: code.code };
  const notice = (key: 'done.paused' | 'done.resumed' | 'done.deleted') => ({
    onSuccess: () => notifications.show({ color: 'green', message: t(key, named) }),
  });
  const paused = code.status === AFFILIATE_STATUS.paused;
  return (
    <>
      <DotsMenu label={t('menuOf', named)} busy={pause.isPending || remove.isPending}>
        {allowed && (
          <MenuItemLink
            to="/edit/aff"
            search={{ affiliate_id: code.affiliate_id }}
            leftSection={<IconPencil size={18} aria-hidden />}
          >
            {t('edit')}
          </MenuItemLink>
        )}
        {paused && allowed && (
          <Menu.Item
            leftSection={<IconPlayerPlay size={18} aria-hidden />}
            onClick={() => pause.mutate(withStatus(code, AFFILIATE_STATUS.active), notice('done.resumed'))}
          >
            {t('resume')}
          </Menu.Item>
        )}
        {!paused && (
          <Menu.Item
            leftSection={<IconPlayerPause size={18} aria-hidden />}
            onClick={() => pause.mutate(withStatus(code, AFFILIATE_STATUS.paused), notice('done.paused'))}
          >
            {t('pause')}
          </Menu.Item>
        )}
        {(allowed || !paused) && <Menu.Divider />}
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={18} aria-hidden />}
          onClick={() =>
            confirm({
              text: t('deleteAsk', named),
              yes: t('delete'),
              onYes: () => remove.mutate({ affiliate_id: code.affiliate_id }, notice('done.deleted')),
            })
          }
        >
          {t('delete')}
        </Menu.Item>
      </DotsMenu>
      {dialog}
    </>
  );
}
