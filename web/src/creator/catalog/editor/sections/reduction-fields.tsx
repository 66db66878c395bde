import { Select, SimpleGrid, Text } from '@mantine/core';
import { isByPiece } from '#events/status.ts';
import { MoneyInput } from '../../../../components/forms/money-input.tsx';
import { useLocale } from '../../../../language/use-locale.ts';
import type { PlanForm } from '../use-plan-form.ts';

const OWN_PRICE = 'price';
/** Commerce specification 9: a price of one's own, or 0.1 to 0.9 of the plain one. */
const SHARES = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1];

/** How low a reduced price is: a share of the plain one, or an amount. Models may each have their own. */
export function ReductionFields({ form, name }: { form: PlanForm; name: 'vip_price' | 'time_limit_price' }) {
  const { t, formats } = useLocale('catalog-selling');
  const { values } = form;
  const shareName = `${name}_discount` as const;
  const share = values[shareName];
  const shares = share === '' || SHARES.includes(share) ? SHARES : [share, ...SHARES];
  const byPiece = isByPiece(values.product_type);
  const choose = (chosen: string | null) => {
    form.setFieldValue(shareName, chosen === OWN_PRICE ? '' : Number(chosen));
    form.setFieldValue(name, '');
  };
  const plain = Number(values.price);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <Select
        label={t('reduction.label')}
        allowDeselect={false}
        value={share === '' ? OWN_PRICE : String(share)}
        onChange={choose}
        error={form.errors[shareName]}
        data={[
          { value: OWN_PRICE, label: t('reduction.own') },
          ...shares.map((value) => ({
            value: String(value),
            label: t('reduction.share', {
              tenths: formats.number(Number((value * 10).toFixed(1))),
              off: formats.percent(1 - value),
            }),
          })),
        ]}
      />
      {share === '' ? (
        <MoneyInput
          label={t(byPiece ? 'reduction.forAll' : 'reduction.price')}
          description={byPiece ? t('reduction.forAllHint') : undefined}
          {...form.getInputProps(name)}
        />
      ) : (
        !byPiece &&
        plain > 0 && (
          <Text className="hint figures" role="status" style={{ alignSelf: 'end' }} pb={8}>
            {t('reduction.comesTo', {
              plain: formats.money(plain.toFixed(2)),
              price: formats.money((plain * share).toFixed(2)),
            })}
          </Text>
        )
      )}
    </SimpleGrid>
  );
}
