import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Plan } from '#services/api/contract/plans.ts';
import { ButtonLink } from '../../parts/links.tsx';
import { LongText } from '../../parts/long-text.tsx';
import { Picture } from '../../parts/picture.tsx';
import { PlanPrice } from '../../parts/plan-price.tsx';

/** A sponsorship plan with the button that begins an order. */
export function PlanCard({ plan }: { plan: Plan }) {
  const { t } = useTranslation('creators');
  return (
    <Paper withBorder component="article" h="100%" style={{ overflow: 'hidden' }}>
      <Stack gap={0} h="100%">
        {plan.pic !== '' && <Picture src={plan.pic} alt="" seed={plan.plan_id} ratio={16 / 9} />}
        <Stack gap="sm" p="lg" flex={1}>
          <Group justify="space-between" gap="xs">
            <Title order={3}>{plan.name}</Title>
            {plan.independent && (
              <Badge variant="light" color="gray">
                {t('plan.independent')}
              </Badge>
            )}
          </Group>
          <PlanPrice plan={plan} />
          {plan.permanent && <Text size="sm">{t('plan.permanent')}</Text>}
          {plan.desc !== '' && <LongText text={plan.desc} lines={4} />}
          <Stack gap="xs" mt="auto" pt="xs">
            {plan.sold_count > 0 && (
              <Text size="sm" c="dimmed" className="figures">
                {t('plan.sold', { count: plan.sold_count })}
              </Text>
            )}
            <ButtonLink
              to="/order/create"
              search={{ plan_id: plan.plan_id, product_type: 0 }}
              aria-label={`${t('plan.sponsor')} ${plan.name}`}
              fullWidth
            >
              {t('plan.sponsor')}
            </ButtonLink>
          </Stack>
        </Stack>
      </Stack>
    </Paper>
  );
}
