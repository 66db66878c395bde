import { Badge, Box, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { PRODUCT_TYPE } from '#events/status.ts';
import type { Plan } from '#services/contract/catalog/plans.ts';
import { CreatorTheme } from '../../../components/catalog/creator-theme.tsx';
import { PlanCard } from '../../../fan/catalog/creator-page/plan-card.tsx';
import { ProductCard } from '../../../fan/catalog/creator-page/product-card.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { useCreator } from '../../frame/creator-guard.ts';

/** Models shown before the list is expanded, and then (commerce specification 2). */
const SHOWN_SKUS = 3;
const MAX_SKUS = 1_000;

/** The plan in the fans' own card, not clickable. */
export function Preview({ plan }: { plan: Plan }) {
  const { t } = useLocale('catalog-editor');
  const color = useCreator()?.creator?.theme_color ?? '';
  const named = { ...plan, name: plan.name.trim() === '' ? t('editor.nameEmpty') : plan.name };
  return (
    <CreatorTheme color={color}>
      <Stack gap="xs">
        <Text className="hint">{t('editor.preview')}</Text>
        <Box inert maw={plan.product_type === PRODUCT_TYPE.sponsorship ? 360 : 280}>
          {plan.product_type === PRODUCT_TYPE.sponsorship ? (
            <PlanCard plan={named} />
          ) : (
            <ProductCard plan={named} />
          )}
        </Box>
        {plan.sku.length > 0 && <Models plan={plan} />}
      </Stack>
    </CreatorTheme>
  );
}

function Models({ plan }: { plan: Plan }) {
  const { t, formats } = useLocale(['catalog-editor', 'catalog-selling']);
  const [open, setOpen] = useState(false);
  const more = plan.sku.length - SHOWN_SKUS;
  return (
    <Paper withBorder p="sm" maw={280}>
      <Stack gap={6}>
        {plan.sku.slice(0, open ? MAX_SKUS : SHOWN_SKUS).map((sku) => (
          <Group key={sku.sku_id} justify="space-between" wrap="nowrap" gap="xs">
            <Text size="sm" miw={0}>
              {sku.name.trim() !== ''
                ? sku.name
                : t(
                    plan.product_type === PRODUCT_TYPE.ticket
                      ? 'catalog-selling:tickets.nameEmpty'
                      : 'sku.nameEmpty',
                  )}
            </Text>
            <Group gap={6} wrap="nowrap">
              {sku.stock === 0 && (
                <Badge color="gray" size="sm">
                  {t('stock.soldOut')}
                </Badge>
              )}
              <Text size="sm" className="figures" fw={650}>
                {formats.money(sku.price)}
              </Text>
            </Group>
          </Group>
        ))}
        {more > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            style={{ alignSelf: 'flex-start' }}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {open ? t('sku.fewer') : t('sku.more', { count: more })}
          </Button>
        )}
      </Stack>
    </Paper>
  );
}
