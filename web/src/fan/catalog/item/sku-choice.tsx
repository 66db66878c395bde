import { Group, Radio, Stack, Text, VisuallyHidden } from '@mantine/core';
import type { Plan, Sku } from '#services/contract/catalog/plans.ts';
import { WillOpen } from '../../../components/content/opened-posts.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import classes from './sku-choice.module.css';
import { leftOfSku } from './stock-left.ts';
import { StockText } from './stock-text.tsx';

interface Props {
  plan: Plan;
  /** The plan's models that can be chosen here; default: all. */
  skus?: readonly Sku[];
  label?: string;
  chosen: string | undefined;
  onChoose: (sku_id: string) => void;
}

/** The models of a product, one to be chosen; sold-out ones stay visible. */
export function SkuChoice({ plan, skus = plan.sku, label, chosen, onChoose }: Props) {
  const { t, formats } = useLocale(['catalog-item', 'orders-buying']);
  return (
    <Radio.Group label={label ?? t('orders-buying:item.model')} value={chosen ?? null} onChange={onChoose}>
      <Stack gap="xs" mt={4}>
        {skus.map((sku) => {
          const reduced = sku.show_price_after_adjust !== sku.price;
          return (
            <Radio.Card
              key={sku.sku_id}
              value={sku.sku_id}
              radius="md"
              className={classes.card}
              disabled={leftOfSku(sku) === 0}
            >
              <Group wrap="nowrap" justify="space-between" p="sm">
                <Group wrap="nowrap" gap="sm">
                  <Radio.Indicator disabled={leftOfSku(sku) === 0} />
                  <div>
                    <Text>{sku.name}</Text>
                    <StockText plan={plan} sku={sku} />
                    <WillOpen
                      opens={{
                        post_count: sku.unlockNum,
                        posts: sku.post ? [sku.post] : [],
                        albums: sku.album ? [sku.album] : [],
                      }}
                    />
                  </div>
                </Group>
                <div style={{ textAlign: 'right' }}>
                  <Text fw={650} className="figures amount">
                    {formats.money(sku.show_price_after_adjust)}
                  </Text>
                  {reduced && (
                    <Text className="hint figures amount">
                      <VisuallyHidden>{t('price.before')}</VisuallyHidden>
                      <s>{formats.money(sku.price)}</s>
                    </Text>
                  )}
                </div>
              </Group>
            </Radio.Card>
          );
        })}
      </Stack>
    </Radio.Group>
  );
}
