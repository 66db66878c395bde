import { Button, Modal, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { namedOf } from '../post-values.ts';
import { useNameable } from '../use-nameable.ts';

interface Props {
  onClose: () => void;
  /** `sku_id` is empty for a plan. */
  onProduct: (product: { plan_id: string; sku_id: string }) => void;
}

/** Chooses a plan or a product of the creator. */
export function ProductDialog({ onClose, onProduct }: Props) {
  const { t } = useTranslation(['content-article', 'content-compose']);
  const [value, setValue] = useState<string | null>(null);
  const choose = () => {
    const { plan_ids, skus } = namedOf(value === null ? [] : [value]);
    const [product = { plan_id: plan_ids[0] ?? '', sku_id: '' }] = skus;
    if (product.plan_id !== '') onProduct(product);
  };
  return (
    <Modal opened onClose={onClose} title={t('insert.product')} size="sm">
      <Stack gap="lg">
        <Select
          label={t('product.label')}
          searchable
          data-autofocus
          placeholder={t('content-compose:who.namedEmpty')}
          nothingFoundMessage={t('content-compose:who.nothing')}
          data={useNameable([])}
          value={value}
          onChange={setValue}
        />
        <Button onClick={choose} disabled={value === null} style={{ alignSelf: 'flex-end' }}>
          {t('product.insert')}
        </Button>
      </Stack>
    </Modal>
  );
}
