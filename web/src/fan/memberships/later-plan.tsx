import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PRODUCT_TYPE } from '#events/status.ts';
import { listPlans } from '#services/contract/catalog/plans.ts';
import type { Sponsoring } from '#services/contract/memberships/sponsors.ts';
import { queryOf } from '../../api/queries.ts';
import { Collection } from '../../components/collection.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { useLocale } from '../../language/use-locale.ts';

type Membership = Sponsoring['list'][number]['plans'][number];

interface Props {
  plan: Membership;
  /** The creator. */
  userId: string;
}

/** More plans than a creator has on sale. */
const MAX_PLANS = 100;

/** A cheaper plan of the creator, to begin when this membership ends. */
export function LaterPlan({ plan, userId }: Props) {
  const { t } = useLocale('orders-after-payment');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        {t('sponsoring.later.choose')}
      </Button>
      <Modal opened={open} onClose={() => setOpen(false)} title={t('sponsoring.later.title')}>
        {open && <CheaperPlans plan={plan} userId={userId} />}
      </Modal>
    </>
  );
}

function CheaperPlans({ plan: present, userId }: Props) {
  const { t, formats } = useLocale('orders-after-payment');
  const query = useQuery(queryOf(listPlans, { user_id: userId, per_page: MAX_PLANS }));
  const price = Number(
    query.data?.list.find(({ plan_id }) => plan_id === present.plan_id)?.price ?? present.monthly_amount,
  );
  const cheaper = (query.data?.list ?? []).filter(
    (plan) =>
      plan.product_type === PRODUCT_TYPE.sponsorship &&
      !(plan.independent || plan.plan_id === present.plan_id || Number(plan.price) > price) &&
      plan.can_buy,
  );
  return (
    <Stack gap="md">
      <Text size="sm">
        {t('sponsoring.later.text', { name: present.name, date: formats.dateTime(present.expire_time) })}
      </Text>
      <Collection
        query={query}
        waiting={{ count: 2, height: 48 }}
        isEmpty={() => cheaper.length === 0}
        nothing={t('sponsoring.later.none')}
        gap="sm"
      >
        {() =>
          cheaper.map(({ plan_id, name, price: amount }) => (
            <Group key={plan_id} justify="space-between" gap="sm">
              <div style={{ flex: '1 1 160px', minWidth: 0 }}>
                <Text fw={650}>{name}</Text>
                <Text className="hint figures">
                  {t('sponsoring.monthly', { amount: formats.money(amount) })}
                </Text>
              </div>
              <ButtonLink
                to="/order/create"
                search={{ plan_id, product_type: PRODUCT_TYPE.sponsorship, begin_at_end: 1 }}
                size="xs"
              >
                {t('sponsoring.later.pick')}
              </ButtonLink>
            </Group>
          ))
        }
      </Collection>
    </Stack>
  );
}

/** A paid membership that begins when the present one ends. */
export function PlannedRow({ plan: { name, begin_time, expire_time } }: Pick<Props, 'plan'>) {
  const { t, formats } = useLocale('orders-after-payment');
  const times = { from: formats.dateTime(begin_time), until: formats.dateTime(expire_time) };
  return (
    <div>
      <Text fw={650}>{name}</Text>
      <Text className="figures">{t('sponsoring.later.times', times)}</Text>
    </div>
  );
}
