import { Button, Checkbox, EmptyState, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PRODUCT_TYPE } from '#events/status.ts';
import type { Plan, Sku } from '#services/contract/catalog/plans.ts';
import { Loaded } from '../../../../components/loaded.tsx';
import { useLocale } from '../../../../language/use-locale.ts';
import { useCreator } from '../../../frame/creator-guard.ts';
import { useStockText } from '../../../stock/stock-words.ts';
import { ownPlansQuery } from '../../own-plans.ts';

interface Props {
  opened: boolean;
  onClose: () => void;
  /** SKUs that the bundle has already. */
  taken: readonly string[];
  onPick: (plan: Plan, skus: readonly Sku[]) => void;
}

/** Chooses models of the creator's own goods to be put into a bundle. */
export function PartPicker({ opened, onClose, taken, onPick }: Props) {
  const { t } = useLocale(['catalog-selling', 'shell']);
  return (
    <Modal opened={opened} onClose={onClose} title={t('parts.pick')}>
      {opened && <Choice onClose={onClose} taken={taken} onPick={onPick} />}
    </Modal>
  );
}

function Choice({ onClose, taken, onPick }: Omit<Props, 'opened'>) {
  const { t, formats } = useLocale(['catalog-selling', 'shell']);
  const stockText = useStockText();
  const user_id = useCreator()?.user_id ?? '';
  const [chosen, setChosen] = useState<string[]>([]);
  const query = useQuery(ownPlansQuery(user_id, 'shop'));
  const goods = (query.data?.list ?? []).filter(({ product_type }) => product_type === PRODUCT_TYPE.goods);
  const pick = () => {
    for (const plan of goods) {
      const skus = plan.sku.filter(({ sku_id }) => chosen.includes(sku_id));
      if (skus.length > 0) onPick(plan, skus);
    }
    onClose();
  };
  return (
    <Loaded
      query={query}
      height={200}
      isEmpty={() => goods.length === 0}
      empty={
        <EmptyState
          variant="light"
          py="lg"
          icon={<IconBuildingStore aria-hidden />}
          title={t('parts.noGoods')}
          description={t('parts.noGoodsText')}
        />
      }
    >
      {() => (
        <Stack gap="md">
          <Checkbox.Group aria-label={t('parts.pick')} value={chosen} onChange={setChosen}>
            <Stack gap="md">
              {goods.map((plan) => (
                <div key={plan.plan_id}>
                  <Title order={3} fz="md" mb={6}>
                    {plan.name}
                  </Title>
                  <Stack gap={6}>
                    {plan.sku.map((sku) => (
                      <Checkbox
                        key={sku.sku_id}
                        value={sku.sku_id}
                        disabled={taken.includes(sku.sku_id)}
                        label={
                          <Text span className="figures">
                            {sku.name} · {formats.money(sku.price)} · {stockText(sku.stock)}
                          </Text>
                        }
                      />
                    ))}
                  </Stack>
                </div>
              ))}
            </Stack>
          </Checkbox.Group>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('shell:action.cancel')}
            </Button>
            <Button disabled={chosen.length === 0} onClick={pick}>
              {t('parts.add', { count: chosen.length })}
            </Button>
          </Group>
        </Stack>
      )}
    </Loaded>
  );
}
