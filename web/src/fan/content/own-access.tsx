import { Alert, Anchor, Group, Stack, Text } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ORDER_STATUS } from '#events/status.ts';
import { getAccess } from '#services/contract/content/access.ts';
import type { Post } from '#services/contract/content/posts.ts';
import { listMyOrders } from '#services/contract/orders/order-list.ts';
import { queryOf } from '../../api/queries.ts';
import { AccessDialog } from '../../components/content/access/access-dialog.tsx';
import { GrantLine } from '../../components/content/access/grant-line.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { useLocale } from '../../language/use-locale.ts';

/** A link that explains why the reader can, or cannot, read the post. */
export function WhyLink({ post_id, locked = false }: { post_id: string; locked?: boolean }) {
  const { t } = useLocale('content');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Anchor
        component="button"
        type="button"
        size="sm"
        style={{ alignSelf: 'flex-start' }}
        onClick={() => setOpened(true)}
      >
        {t(locked ? 'access.details' : 'access.why')}
      </Anchor>
      <AccessDialog post_id={post_id} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}

/** For a signed-in reader of a locked post: what closed it, by its order, and an order whose payment is not there yet. */
export function OwnAccess({ post }: { post: Post }) {
  const { t } = useLocale('content');
  const { post_id, user, ways } = post;
  const { data } = useQuery(queryOf(getAccess, { post_id }, { retry: false }));
  const pending = useQuery(queryOf(listMyOrders, { status: ORDER_STATUS.pending, per_page: 20 }));
  const order = pending.data?.list.find(
    ({ creator, plan }) =>
      creator.user_id === user.user_id && ways.some(({ plan_id }) => plan_id === plan.plan_id),
  );
  const grant = data?.open === false ? data.grants[0] : undefined;
  const isOver = grant?.kind === 'membership' && grant.verdict === 'ended';
  return (
    <Stack gap="sm">
      {order && (
        <Alert icon={<IconHourglass aria-hidden />} title={t('unlock.pending')} role="status">
          <Group justify="space-between" gap="xs">
            <Text size="sm">{t('unlock.pendingText')}</Text>
            <ButtonLink
              to="/order/check"
              search={{ out_trade_no: order.out_trade_no, post_id }}
              size="xs"
              variant="default"
            >
              {t('unlock.toOrder')}
            </ButtonLink>
          </Group>
        </Alert>
      )}
      {grant && <GrantLine grant={grant} />}
      {isOver && <Text size="sm">{t('unlock.stays')}</Text>}
      {data && (
        <div>
          <WhyLink post_id={post_id} locked />
        </div>
      )}
    </Stack>
  );
}
