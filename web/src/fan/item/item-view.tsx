import { Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '#services/api/contract/accounts.ts';
import type { Plan } from '#services/api/contract/plans.ts';
import { useFormats } from '../../language/use-formats.ts';
import { CountField } from '../../parts/count-field.tsx';
import { AnchorLink, ButtonLink } from '../../parts/links.tsx';
import { PersonPicture } from '../../parts/person-picture.tsx';
import { Picture } from '../../parts/picture.tsx';
import { Section } from '../../parts/section.tsx';
import { limitOfPlan, limitSentence, mostOf } from './limits.ts';
import { SkuChoice } from './sku-choice.tsx';
import { leftOf, leftOfSku } from './stock-left.ts';

interface Props {
  plan: Plan;
  creator: User | undefined;
}

/** A product and the choice of what to buy of it. */
export function ItemView({ plan, creator }: Props) {
  const { t } = useTranslation(['buying', 'creators']);
  const formats = useFormats();
  const [chosen, setChosen] = useState<string>();
  const [count, setCount] = useState(1);
  // The first that can be had, until the fan chooses; a choice that sells out stays, and says so.
  const sku =
    plan.sku.find((one) => one.sku_id === chosen) ??
    plan.sku.find((one) => leftOfSku(one) > 0) ??
    plan.sku[0];
  const most = sku === undefined ? 1 : mostOf(plan, sku);
  const limit = limitOfPlan(plan);
  const soldOut = plan.product_type !== 0 && leftOf(plan) === 0;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
      <Picture src={sku?.pic || plan.pic} alt={plan.name} seed={plan.plan_id} ratio={1} radius={16} />
      <Stack gap="md">
        <Title order={1} fz={{ base: 24, sm: 28 }}>
          {plan.name}
        </Title>
        <Group align="baseline" gap="md">
          <Text fz={30} fw={650} lh={1.2} className="figures">
            {formats.money(sku?.price ?? plan.price)}
          </Text>
          <Text c="dimmed" size="sm" className="figures">
            {t('creators:product.sold', { count: plan.sold_count })}
          </Text>
        </Group>
        {creator !== undefined && <Maker creator={creator} />}
        {plan.sku.length > 0 && <SkuChoice plan={plan} chosen={sku?.sku_id} onChoose={setChosen} />}
        {limit !== null && <Text size="sm">{t('limit.plan', { limit: limitSentence(t, limit) })}</Text>}
        {soldOut ? (
          <Paper p="md" bg="var(--fw-wash)">
            <Text>{t('item.soldOutText')}</Text>
            {creator !== undefined && creator.url_slug !== '' && (
              <AnchorLink to="/a/$slug" params={{ slug: creator.url_slug }} search={{ tab: 'shop' }}>
                {t('item.shop')}
              </AnchorLink>
            )}
          </Paper>
        ) : (
          <Group justify="space-between" align="flex-end">
            {plan.product_type === 1 && (
              <div>
                <Text size="sm" mb={4} aria-hidden>
                  {t('item.count')}
                </Text>
                <CountField
                  label={t('item.count')}
                  value={Math.min(count, Math.max(1, most))}
                  min={1}
                  max={Math.max(1, most)}
                  onChange={setCount}
                />
              </div>
            )}
            <ButtonLink
              to="/order/create"
              search={{
                plan_id: plan.plan_id,
                product_type: plan.product_type,
                sku:
                  sku === undefined
                    ? undefined
                    : JSON.stringify([{ sku_id: sku.sku_id, count: Math.min(count, Math.max(1, most)) }]),
              }}
              size="lg"
              flex={1}
              miw={180}
              disabled={most === 0}
            >
              {most === 0 ? t('item.soldOut') : t('item.buy')}
            </ButtonLink>
          </Group>
        )}
        <Section title={t('item.detail')}>
          <Text lh={1.8} style={{ whiteSpace: 'pre-line' }} c={plan.desc === '' ? 'dimmed' : undefined}>
            {plan.desc || t('item.noDetail')}
          </Text>
        </Section>
      </Stack>
    </SimpleGrid>
  );
}

function Maker({ creator }: { creator: User }) {
  const { t } = useTranslation('buying');
  return (
    <Group gap="xs">
      <PersonPicture name={creator.name} src={creator.avatar} seed={creator.user_id} size={32} />
      <Text size="sm" c="dimmed">
        {t('item.by')}
      </Text>
      <AnchorLink to="/u/$userId" params={{ userId: creator.user_id }} size="sm" fw={650}>
        {creator.name}
      </AnchorLink>
    </Group>
  );
}
