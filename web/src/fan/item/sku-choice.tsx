import { Group, Radio, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Plan } from '#services/api/contract/plans.ts';
import { useFormats } from '../../language/use-formats.ts';
import classes from './sku-choice.module.css';
import { leftOfSku } from './stock-left.ts';
import { StockText } from './stock-text.tsx';

interface Props {
  plan: Plan;
  chosen: string | undefined;
  onChoose: (sku_id: string) => void;
}

/** The models of a product, one to be chosen; what is sold out stays to be seen. */
export function SkuChoice({ plan, chosen, onChoose }: Props) {
  const { t } = useTranslation('buying');
  const formats = useFormats();
  return (
    <Radio.Group label={t('item.model')} value={chosen ?? null} onChange={onChoose}>
      <Stack gap="xs" mt={4}>
        {plan.sku.map((sku) => (
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
                </div>
              </Group>
              <Text fw={650} className="figures">
                {formats.money(sku.price)}
              </Text>
            </Group>
          </Radio.Card>
        ))}
      </Stack>
    </Radio.Group>
  );
}
