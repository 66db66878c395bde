import { Badge, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PRODUCT_TYPE } from '#events/status.ts';
import { NEVER_ENDS } from '#services/contract/fields/never-ends.ts';
import { listAgreements } from '#services/contract/memberships/calls.ts';
import type { Sponsoring } from '#services/contract/memberships/sponsors.ts';
import { queryOf } from '../../api/queries.ts';
import { AnchorLink, ButtonLink } from '../../components/links.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { LaterPlan } from './later-plan.tsx';

type Membership = Sponsoring['list'][number]['plans'][number];

const DAY_SECONDS = 86_400;
/** From this many days on, the remaining days are shown. */
const SOON_DAYS = 14;

interface RowProps {
  plan: Membership;
  slug: string;
  /** Unix seconds: the base of the remaining days. */
  now: number;
  /** The creator. */
  userId: string;
  /** Another plan begins when this one ends. */
  followed: boolean;
  /** The creator sells a dearer plan, or another one that costs no more. */
  canUpgrade: boolean;
  canPlanCheaper: boolean;
}

/** A membership that runs, until when, and the ways to extend or change it. */
export function PlanRow({ plan, slug, now, userId, followed, canUpgrade, canPlanCheaper }: RowProps) {
  const { t, formats } = useLocale('orders-after-payment');
  const { plan_id, name, independent, begin_time, expire_time, monthly_amount } = plan;
  const forever = expire_time === NEVER_ENDS;
  const days = Math.max(0, Math.ceil((expire_time - Math.max(now, begin_time)) / DAY_SECONDS));
  return (
    <Group justify="space-between" gap="sm" align="flex-end">
      <div style={{ flex: '1 1 220px', minWidth: 0 }}>
        <Group gap={8}>
          <Text fw={650}>{name}</Text>
          {independent && <Badge color="gray">{t('sponsoring.independent')}</Badge>}
          {!forever && days <= SOON_DAYS && (
            <Badge color="orange">{t('sponsoring.left', { count: days })}</Badge>
          )}
        </Group>
        <Text className="figures">
          {forever ? t('sponsoring.forever') : t('sponsoring.until', { date: formats.dateTime(expire_time) })}
        </Text>
        <Text className="hint figures">
          {t('sponsoring.since', { date: formats.date(begin_time) })}
          {!forever && ` · ${t('sponsoring.monthly', { amount: formats.money(monthly_amount) })}`}
        </Text>
        {!forever && <Renewal plan_id={plan_id} />}
      </div>
      <Group gap="xs">
        {!forever && !followed && (
          <ButtonLink
            to="/order/create"
            search={{ plan_id, product_type: PRODUCT_TYPE.sponsorship }}
            size="xs"
          >
            {t('sponsoring.extend')}
          </ButtonLink>
        )}
        {canUpgrade && !forever && !independent && slug !== '' && (
          <ButtonLink to="/a/$slug/plan" params={{ slug }} size="xs" variant="default">
            {t('sponsoring.upgrade')}
          </ButtonLink>
        )}
        {canPlanCheaper && !forever && !independent && !followed && <LaterPlan plan={plan} userId={userId} />}
      </Group>
    </Group>
  );
}

/** When a membership renews by itself, with the way to change it. */
function Renewal({ plan_id }: Pick<Membership, 'plan_id'>) {
  const { t, formats } = useLocale('orders-after-payment');
  const { data } = useQuery(queryOf(listAgreements, {}));
  const next = data?.list.find((one) => one.plan_id === plan_id)?.next_charge_time ?? null;
  return (
    // It keeps its space while it loads.
    <Text className="hint figures">
      {next !== null ? (
        <AnchorLink to="/dashboard/agreements" inherit>
          {t('sponsoring.renews', { date: formats.date(next) })}
        </AnchorLink>
      ) : (
        (data && t('sponsoring.noRenewal')) || '\u00a0'
      )}
    </Text>
  );
}
