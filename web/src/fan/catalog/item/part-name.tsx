import { Text } from '@mantine/core';
import type { Sku } from '#services/contract/catalog/plans.ts';

/** One thing of a bundle: the product, and below it the option. */
export function PartName({ sku: { name, plan_name } }: { sku: Sku }) {
  return (
    <>
      <Text>{plan_name || name}</Text>
      {plan_name !== '' && <Text className="hint">{name}</Text>}
    </>
  );
}
