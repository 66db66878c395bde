import { Group, Text } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { PRODUCT_TYPE } from '#events/status.ts';
import type { Plan } from '#services/contract/catalog/plans.ts';
import { type MadeRedeem, makeRedeemCodes } from '#services/contract/redeem/calls.ts';
import { useCall } from '../../api/queries.ts';
import { HINT_BELOW } from '../../components/forms/hint-below.ts';
import { NumberField } from '../../components/forms/number-field.tsx';
import { ServerForm } from '../../components/forms/server-form.tsx';
import { useServerForm } from '../../components/forms/use-server-form.ts';
import { MomentInput } from '../catalog/editor/sections/moment-input.tsx';

/** The server's maximum per request. */
const MAX_CODES = 5_000;
const MAX_USES = 10_000;
const MAX_MONTHS = 36;

interface Props {
  plan: Plan | undefined;
  sku_id: string | undefined;
  onMade: (made: MadeRedeem) => void;
}

const EMPTY = {
  num: '' as string | number,
  uses: 1 as string | number,
  /** 0: a period of the plan. */
  month: 0 as string | number,
  valid_until: '' as number | '',
};

const wholeOf = (value: string | number): number =>
  typeof value === 'number' && Number.isInteger(value) ? value : 0;

/** How many codes, for how long and how often. */
export function MakeCodes({ plan, sku_id, onMade }: Props) {
  const { t } = useTranslation('redeem');
  const why = useId();
  const period = plan?.permanent ? 1 : (plan?.pay_month ?? 1);
  const monthsOf = (month: string | number) => (month === 0 ? period : month);
  const form = useServerForm({
    initialValues: EMPTY,
    send: useCall(makeRedeemCodes, { quiet: true }),
    requestOf: ({ num, uses, month, valid_until }) => ({
      plan_id: plan?.plan_id ?? '',
      num: wholeOf(num),
      uses: wholeOf(uses),
      ...(sku_id !== undefined && { sku_id }),
      ...(valid_until !== '' && { valid_until }),
      ...(plan?.product_type === PRODUCT_TYPE.sponsorship && { month: Number(monthsOf(month)) }),
    }),
    onDone: onMade,
  });
  const missing = plan === undefined ? 'plan' : wholeOf(form.values.num) === 0 ? 'num' : undefined;
  return (
    <ServerForm
      form={form}
      left
      submit={t('make.submit')}
      button={{ disabled: missing !== undefined, 'aria-describedby': why }}
      beside={
        <Text id={why} className="hint">
          {missing !== undefined && t(`make.missing.${missing}`)}
        </Text>
      }
    >
      <Group gap="md" align="flex-start">
        <NumberField
          w={140}
          inputWrapperOrder={HINT_BELOW}
          label={t('make.num')}
          description={t('make.numHint')}
          min={1}
          max={MAX_CODES}
          {...form.getInputProps('num')}
        />
        <NumberField
          w={140}
          inputWrapperOrder={HINT_BELOW}
          label={t('make.uses')}
          description={t('make.usesHint')}
          min={1}
          max={MAX_USES}
          {...form.getInputProps('uses')}
        />
        {plan?.product_type === PRODUCT_TYPE.sponsorship && (
          <NumberField
            w={140}
            inputWrapperOrder={HINT_BELOW}
            label={t('make.month')}
            description={t('make.monthHint')}
            min={period}
            max={plan.permanent || plan.single_month ? 1 : MAX_MONTHS}
            step={period}
            {...form.getInputProps('month')}
            value={monthsOf(form.values.month)}
          />
        )}
        <div style={{ flex: '1 1 220px' }}>
          <MomentInput
            label={t('make.until')}
            description={t('make.untilHint')}
            {...form.getInputProps('valid_until')}
          />
        </div>
      </Group>
    </ServerForm>
  );
}
