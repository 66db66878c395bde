import { Input, SegmentedControl, SimpleGrid, Switch, Text } from '@mantine/core';
import { useProfile } from '../../../../app/session.ts';
import { MoneyInput } from '../../../../components/forms/money-input.tsx';
import { Section } from '../../../../components/section.tsx';
import { useLocale } from '../../../../language/use-locale.ts';
import { MIN_SPONSORSHIP } from '../plan-errors.ts';
import { periodOf } from '../plan-values.ts';
import type { PlanForm } from '../use-plan-form.ts';

/** A sponsorship plan's price, period, and relation to other plans. */
export function PriceSection({ form }: { form: PlanForm }) {
  const { t, formats } = useLocale(['catalog-editor', 'catalog-selling']);
  const rights = useProfile()?.rights;
  const { price, pay_month, favorable_price, permanent } = form.values;
  const plain = Number(price) * pay_month;
  const saved = plain - Number(favorable_price);
  return (
    <Section title={t('editor.price')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <MoneyInput
          label={t(permanent ? 'editor.priceOnce' : 'editor.priceMonth')}
          description={t('editor.minimum', { min: formats.money(MIN_SPONSORSHIP) })}
          required
          {...form.getInputProps('price')}
        />
        {!permanent && (
          <Input.Wrapper
            label={t('editor.payMonth')}
            description={t('editor.payMonthHint')}
            labelElement="div"
          >
            <SegmentedControl
              fullWidth
              mt={4}
              aria-label={t('editor.payMonth')}
              data={(['1', '3', '12'] as const).map((value) => ({
                value,
                label: t(`editor.periods.${value}`),
              }))}
              value={String(pay_month)}
              onChange={(value) => form.setFieldValue('pay_month', periodOf(value))}
            />
          </Input.Wrapper>
        )}
      </SimpleGrid>
      {!permanent && pay_month === 1 && (
        <Switch
          label={t('editor.singleMonth')}
          description={t('editor.singleMonthHint')}
          {...form.getInputProps('single_month', { type: 'checkbox' })}
        />
      )}
      {!permanent && pay_month !== 1 && (
        <div>
          <MoneyInput
            label={t('editor.favorable', { count: pay_month })}
            description={t('editor.favorableHint')}
            maw={{ base: '100%', xs: 320 }}
            {...form.getInputProps('favorable_price')}
          />
          {plain > 0 && (
            <Text mt={6} className="hint figures" role="status">
              {favorable_price !== '' && saved > 0
                ? t('editor.favorableSaved', {
                    plain: formats.money(plain.toFixed(2)),
                    saved: formats.money(saved.toFixed(2)),
                    percent: formats.percent(saved / plain),
                  })
                : t('editor.favorablePlain', { plain: formats.money(plain.toFixed(2)) })}
            </Text>
          )}
        </div>
      )}
      <Switch
        label={t('editor.independent')}
        description={t('editor.independentHint')}
        checked={form.values.independent || permanent}
        onChange={(event) => {
          // Off clears permanent (commerce specification 4).
          const on = event.currentTarget.checked;
          form.setValues(on ? { independent: true } : { independent: false, permanent: false });
        }}
      />
      <Switch
        label={t('editor.permanent')}
        description={
          rights?.add_permanent_plan === false
            ? t('catalog-selling:right.missing')
            : t('editor.permanentHint')
        }
        checked={permanent}
        disabled={rights?.add_permanent_plan === false && !permanent}
        error={form.errors.permanent}
        onChange={(event) => {
          // Permanent on forces independent on; off leaves it (commerce specification 4).
          const on = event.currentTarget.checked;
          form.setValues(
            on
              ? { permanent: true, independent: true, pay_month: 1, favorable_price: '' }
              : { permanent: false },
          );
        }}
      />
      {!permanent && rights?.can_set_agreement_user !== false && (
        <Switch
          label={t('catalog-selling:agreement.label')}
          description={t('catalog-selling:agreement.hint')}
          {...form.getInputProps('can_ali_agreement', { type: 'checkbox' })}
        />
      )}
    </Section>
  );
}
