import { Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  IconArrowDown,
  IconArrowUp,
  IconExternalLink,
  IconEye,
  IconEyeOff,
  IconGift,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PLAN_STATUS, PRODUCT_TYPE } from '#events/status.ts';
import { deletePlan, hidePlan, showPlan } from '#services/contract/catalog/plan-changes.ts';
import type { Plan } from '#services/contract/catalog/plans.ts';
import { call } from '../../../api/client.ts';
import { useMutation } from '../../../api/queries.ts';
import { sentenceOf } from '../../../app/queries.ts';
import { useConfirm } from '../../../components/confirm.tsx';
import { DotsMenu } from '../../../components/dots-menu.tsx';
import { MenuItemLink } from '../../../components/menu-link.tsx';
import { useCreator } from '../../frame/creator-guard.ts';
import { holdersRefusal, useHoldersChoice } from './holders-choice.tsx';
import { useWarnOfBundles } from './use-warn-of-bundles.ts';

const CHANGES = { hide: hidePlan, show: showPlan, delete: deletePlan };
interface PlanChange {
  what: keyof typeof CHANGES;
  /** For holders of valid tickets of a deleted event. */
  holders?: 'inform' | 'refund';
}

interface Props {
  plan: Plan;
  /** Moves it by this many places; undefined when it is alone. */
  onMove: ((places: number) => void) | undefined;
}

/** The actions of a plan: view, move, hide or show, delete. */
export function OfferMenu({ plan, onMove }: Props) {
  const { t } = useTranslation(['catalog-editor', 'creator']);
  const slug = useCreator()?.url_slug ?? '';
  const change = useMutation({
    mutationFn: ({ what, holders }: PlanChange) =>
      call(CHANGES[what], { plan_id: plan.plan_id, ...(holders && { holders }) }),
    meta: { quiet: true },
  });
  const choice = useHoldersChoice();
  const warn = useWarnOfBundles();
  const { confirm, dialog } = useConfirm();
  const act = (chosen: PlanChange) =>
    change.mutate(chosen, {
      onSuccess: ({ lacking_bundles }) => {
        notifications.show({ color: 'green', message: t(`list.done.${chosen.what}`) });
        warn(lacking_bundles);
      },
      onError: (error) => {
        const text = holdersRefusal(error);
        if (text === undefined) return notifications.show({ color: 'red', message: sentenceOf(error) });
        const onChoice = (holders: 'inform' | 'refund') => act({ ...chosen, holders });
        choice.ask({ text, yes: t('list.delete'), onChoice });
      },
    });
  const hidden = plan.own_status === PLAN_STATUS.hidden;
  const bundle = plan.bundle_sku_count > 0;
  return (
    <>
      <DotsMenu label={t('list.menuOf', { name: plan.name })} busy={change.isPending}>
        {plan.product_type === PRODUCT_TYPE.sponsorship ? (
          <MenuItemLink
            to="/a/$slug/plan"
            params={{ slug }}
            leftSection={<IconExternalLink size={18} aria-hidden />}
          >
            {t('list.view')}
          </MenuItemLink>
        ) : (
          <MenuItemLink
            to={bundle ? '/bundle/$planId' : '/item/$planId'}
            params={{ planId: plan.plan_id }}
            leftSection={<IconExternalLink size={18} aria-hidden />}
          >
            {t('list.view')}
          </MenuItemLink>
        )}
        <MenuItemLink
          to="/setting/redeem"
          search={{ plan_id: plan.plan_id }}
          leftSection={<IconGift size={18} aria-hidden />}
        >
          {t('creator:nav.redeem')}
        </MenuItemLink>
        {onMove && (
          <>
            <Menu.Item leftSection={<IconArrowUp size={18} aria-hidden />} onClick={() => onMove(-1)}>
              {t('order.up')}
            </Menu.Item>
            <Menu.Item leftSection={<IconArrowDown size={18} aria-hidden />} onClick={() => onMove(1)}>
              {t('order.down')}
            </Menu.Item>
          </>
        )}
        {hidden ? (
          <Menu.Item leftSection={<IconEye size={18} aria-hidden />} onClick={() => act({ what: 'show' })}>
            {t('list.show')}
          </Menu.Item>
        ) : (
          <Menu.Item
            leftSection={<IconEyeOff size={18} aria-hidden />}
            onClick={() =>
              confirm({
                text: t('list.hideAsk', { name: plan.name }),
                yes: t('list.hide'),
                onYes: () => act({ what: 'hide' }),
              })
            }
          >
            {t('list.hide')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={18} aria-hidden />}
          onClick={() =>
            confirm({
              text: t('list.deleteAsk', { name: plan.name }),
              yes: t('list.delete'),
              onYes: () => act({ what: 'delete' }),
            })
          }
        >
          {t('list.delete')}
        </Menu.Item>
      </DotsMenu>
      {dialog}
      {choice.dialog}
    </>
  );
}
