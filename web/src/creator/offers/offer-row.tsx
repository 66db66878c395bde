import { Badge, Group, Paper, Stack, Switch, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import type { Plan } from '#services/api/contract/plans.ts';
import { PLAN_STATUS, useSavePlan } from '../../api/selling.ts';
import { sentenceOf } from '../../app/queries.ts';
import { useFormats } from '../../language/use-formats.ts';
import { AnchorLink } from '../../parts/links.tsx';
import { Picture } from '../../parts/picture.tsx';
import { OfferMenu } from './offer-menu.tsx';
import classes from './offers.module.css';
import { planRequest } from './plan-request.ts';
import { SkuList } from './sku-list.tsx';

const PERIOD = { 1: 'list.month', 3: 'list.quarter', 12: 'list.year' } as const;

/** One plan or product in its creator's list. */
export function OfferRow({ plan }: { plan: Plan }) {
  const { t } = useTranslation('offer');
  const hidden = plan.status === PLAN_STATUS.hidden;
  return (
    <Paper withBorder p={{ base: 'sm', sm: 'md' }} component="article">
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
            <Badge variant="light" color={hidden ? 'gray' : 'green'}>
              {t(hidden ? 'list.hidden' : 'list.listed')}
            </Badge>
            {plan.independent && (
              <Badge variant="light" color="gray">
                {t(plan.permanent ? 'list.permanent' : 'list.independent')}
              </Badge>
            )}
          </Group>
          <Price plan={plan} />
          <Text size="sm" c="dimmed" className="figures">
            {t(plan.product_type === 0 ? 'list.soldTimes' : 'list.soldUnits', { count: plan.sold_count })}
          </Text>
        </Stack>
        <OfferMenu plan={plan} />
        <div className={classes.below}>
          {plan.sku.length > 0 && <SkuList skus={plan.sku} />}
          <BuyableSwitch plan={plan} />
        </div>
      </div>
    </Paper>
  );
}

function Price({ plan }: { plan: Plan }) {
  const { t } = useTranslation('offer');
  const formats = useFormats();
  if (plan.product_type !== 0) {
    return (
      <Text className="figures">
        {plan.sku.length > 1
          ? t('list.from', { price: formats.money(plan.floor_price) })
          : formats.money(plan.floor_price)}
      </Text>
    );
  }
  const months = plan.pay_month === 3 || plan.pay_month === 12 ? plan.pay_month : 1;
  return (
    <Text className="figures">
      {plan.permanent
        ? formats.money(plan.floor_price)
        : t(PERIOD[months], { price: formats.money(plan.floor_price) })}
    </Text>
  );
}

/** Whether those who know the address can buy it while it is hidden. */
function BuyableSwitch({ plan }: { plan: Plan }) {
  const { t } = useTranslation('offer');
  const save = useSavePlan();
  // Shown at once; put right when refused.
  const shown = save.isPending ? save.variables.can_buy_hide === true : plan.can_buy_hide;
  return (
    <Switch
      mt="xs"
      size="sm"
      label={t(plan.status === PLAN_STATUS.hidden ? 'list.buyableHidden' : 'list.buyable')}
      aria-label={t('list.buyableOf', { name: plan.name })}
      checked={shown}
      onChange={(event) =>
        save.mutate(planRequest(plan, { can_buy_hide: event.currentTarget.checked }), {
          onError: (error) => notifications.show({ color: 'red', message: sentenceOf(error) }),
        })
      }
    />
  );
}
