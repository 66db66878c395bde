import { ActionIcon, Badge, Group, Paper, Stack, Switch, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { PLAN_STATUS, PRODUCT_TYPE } from '#events/status.ts';
import { setCanBuyHide } from '#services/contract/catalog/plan-changes.ts';
import type { Plan } from '#services/contract/catalog/plans.ts';
import { useCall } from '../../../api/queries.ts';
import { AnchorLink, ButtonLink } from '../../../components/links.tsx';
import { Picture } from '../../../components/pictures/picture.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { StockDialog, stockOf } from '../../stock/stock-dialog.tsx';
import { useStockText } from '../../stock/stock-words.ts';
import { OfferMenu } from './offer-menu.tsx';
import { OfferState } from './offer-state.tsx';
import classes from './offers.module.css';
import { SkuList } from './sku-list.tsx';

const PERIOD = { 1: 'list.month', 3: 'list.quarter', 12: 'list.year' } as const;

interface Props {
  plan: Plan;
  /** Attributes of a row that can be moved. */
  row: object;
  handle: ReactNode;
  onMove: ComponentProps<typeof OfferMenu>['onMove'];
}

/** One plan or product in its creator's list. */
export function OfferRow({ plan, row, handle, onMove }: Props) {
  const { t } = useLocale('catalog-editor');
  return (
    <Paper withBorder p={{ base: 'sm', sm: 'md' }} component="article" {...row}>
      <div className={classes.offer}>
        <Picture src={plan.pic} alt="" seed={plan.plan_id} ratio={1} radius={12} />
        <Stack gap={4} miw={0}>
          <Group gap={8}>
            <AnchorLink
              to="/edit/shop"
              search={{ plan_id: plan.plan_id, product_type: plan.product_type }}
              c="inherit"
              fw={650}
            >
              {plan.name}
            </AnchorLink>
            <OfferState plan={plan} />
          </Group>
          <Price plan={plan} />
          <Text className="hint figures">
            {t(plan.product_type === PRODUCT_TYPE.sponsorship ? 'list.soldTimes' : 'list.soldUnits', {
              count: plan.sold_count,
            })}
          </Text>
          {plan.on_sale_from !== null && <SoldFrom at={plan.on_sale_from} />}
        </Stack>
        <Group gap={0} wrap="nowrap">
          {handle}
          <ButtonLink
            to="/edit/shop"
            search={{ plan_id: plan.plan_id, product_type: plan.product_type }}
            size="compact-sm"
            variant="light"
            aria-label={t('list.editOf', { name: plan.name })}
          >
            {t('list.edit')}
          </ButtonLink>
          <OfferMenu plan={plan} onMove={onMove} />
        </Group>
        <div className={classes.below}>
          {plan.bundle_sku_count > 0 && <BundleStock plan={plan} />}
          {plan.sku.length > 0 && (
            <SkuList skus={plan.sku} tickets={plan.product_type === PRODUCT_TYPE.ticket} />
          )}
          {plan.status === PLAN_STATUS.hidden && <BuyableSwitch plan={plan} />}
        </div>
      </div>
    </Paper>
  );
}

function SoldFrom({ at }: { at: number }) {
  const { t, formats } = useLocale('catalog-editor');
  return <Text className="hint figures">{t('list.fromTime', { time: formats.dateTime(at) })}</Text>;
}

function Price({ plan }: { plan: Plan }) {
  const { t, formats } = useLocale('catalog-editor');
  const price = formats.money(plan.floor_price);
  const months = plan.pay_month === 3 || plan.pay_month === 12 ? plan.pay_month : 1;
  const several = plan.bundle_sku_count === 0 && plan.sku.length > 1;
  const period = plan.product_type === PRODUCT_TYPE.sponsorship && !plan.permanent;
  const reduced = plan.has_time_limit_price && plan.floor_price !== plan.show_price;
  return (
    <Group gap={8} className="figures">
      <Text>{period ? t(PERIOD[months], { price }) : several ? t('list.from', { price }) : price}</Text>
      {reduced && (
        <>
          <Text className="hint" td="line-through" component="s">
            {formats.money(plan.show_price)}
          </Text>
          <Badge color="orange" size="sm">
            {t('list.limited')}
          </Badge>
        </>
      )}
    </Group>
  );
}

/** How many bundles are left, with the dialog that changes it. */
function BundleStock({ plan }: { plan: Plan }) {
  const { t } = useLocale('catalog-editor');
  const stockText = useStockText();
  const [open, setOpen] = useState(false);
  return (
    <Group gap={4} mb={4}>
      <Text size="sm">{t('list.bundles')}</Text>
      <Text size="sm" fw={650} className="figures">
        {stockText(plan.bundle_stock)}
      </Text>
      <ActionIcon
        color="brand"
        size="md"
        aria-label={t('stock.editOf', { name: plan.name })}
        onClick={() => setOpen(true)}
      >
        <IconPencil size={16} aria-hidden />
      </ActionIcon>
      <StockDialog stocked={open ? stockOf(plan) : undefined} onClose={() => setOpen(false)} />
    </Group>
  );
}

/** If people with the link can buy it while it is hidden. */
function BuyableSwitch({ plan }: { plan: Plan }) {
  const { t } = useLocale('catalog-editor');
  const save = useCall(setCanBuyHide, { tells: true });
  // Shown immediately; reset after a refusal.
  const shown = save.isPending ? save.variables.status === true : plan.can_buy_hide;
  return (
    <Switch
      mt="xs"
      size="sm"
      label={t('list.buyableHidden')}
      aria-label={t('list.buyableOf', { name: plan.name })}
      checked={shown}
      onChange={(event) => save.mutate({ plan_id: plan.plan_id, status: event.currentTarget.checked })}
    />
  );
}
