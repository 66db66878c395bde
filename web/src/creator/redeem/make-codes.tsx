import { Alert, Button, Group, NumberInput, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PRODUCT_TYPE } from '#events/status.ts';
import type { Plan } from '#services/api/catalog/contract/plans.ts';
import type { MadeRedeem, MakeRedeem } from '#services/api/redeem/contract.ts';
import { useMakeRedeem } from '../../api/redeem.ts';
import { fieldRefusal, isRefusal } from '../../api/refusal.ts';
import { sentenceOf } from '../../app/queries.ts';
import { secondsOf } from '../catalog/editor/moments.ts';
import { MomentInput } from '../catalog/editor/sections/moment-input.tsx';

/** The server's maximum per request. */
const MOST_CODES = 5_000;
const MOST_USES = 10_000;
const MOST_MONTHS = 36;

interface Props {
  plan: Plan | undefined;
  sku_id: string | undefined;
  onMade: (made: MadeRedeem) => void;
}

const wholeOf = (value: string | number): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) ? value : undefined;

/** How many codes, for how long and how often. */
export function MakeCodes({ plan, sku_id, onMade }: Props) {
  const { t } = useTranslation('redeem');
  const make = useMakeRedeem();
  const [num, setNum] = useState<number>();
  const [uses, setUses] = useState<number | undefined>(1);
  const [month, setMonth] = useState<number>();
  const [until, setUntil] = useState('');
  // One key for one request: pressing twice, or again after a broken connection, makes no second batch.
  const kept = useRef({ wanted: '', key: '' });
  const period = plan?.permanent ? 1 : (plan?.pay_month ?? 1);
  const months = month !== undefined && month % period === 0 ? month : period;
  const submit = () => {
    if (plan === undefined) return;
    const valid_until = secondsOf(until);
    const wanted: MakeRedeem = {
      plan_id: plan.plan_id,
      num: num ?? 0,
      uses: uses ?? 0,
      ...(sku_id !== undefined && { sku_id }),
      ...(valid_until !== undefined && { valid_until }),
      ...(plan.product_type === PRODUCT_TYPE.sponsorship && { month: months }),
    };
    const text = JSON.stringify(wanted);
    if (kept.current.wanted !== text) kept.current = { wanted: text, key: crypto.randomUUID() };
    make.mutate(
      { key: kept.current.key, wanted },
      {
        onSuccess: (made) => {
          kept.current = { wanted: '', key: '' };
          onMade(made);
        },
      },
    );
  };
  const why = useId();
  const missing = plan === undefined ? 'plan' : num === undefined ? 'num' : undefined;
  const named = isRefusal(make.error) && make.error.errors.length > 0;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Group gap="md" align="flex-start">
        <NumberInput
          w={140}
          label={t('make.num')}
          description={t('make.numHint')}
          min={1}
          max={MOST_CODES}
          allowDecimal={false}
          value={num ?? ''}
          onChange={(value) => setNum(wholeOf(value))}
          error={fieldRefusal(make.error, 'num')}
        />
        <NumberInput
          w={140}
          label={t('make.uses')}
          description={t('make.usesHint')}
          min={1}
          max={MOST_USES}
          allowDecimal={false}
          value={uses ?? ''}
          onChange={(value) => setUses(wholeOf(value))}
          error={fieldRefusal(make.error, 'uses')}
        />
        {plan?.product_type === PRODUCT_TYPE.sponsorship && (
          <NumberInput
            w={140}
            label={t('make.month')}
            description={t('make.monthHint')}
            min={period}
            max={plan.permanent ? 1 : MOST_MONTHS}
            step={period}
            allowDecimal={false}
            value={months}
            onChange={(value) => setMonth(wholeOf(value))}
            error={fieldRefusal(make.error, 'month')}
          />
        )}
        <div style={{ flex: '1 1 220px' }}>
          <MomentInput
            label={t('make.until')}
            description={t('make.untilHint')}
            value={until}
            onChange={(event) => setUntil(event.currentTarget.value)}
            error={fieldRefusal(make.error, 'valid_until')}
          />
        </div>
      </Group>
      {make.error !== null && !named && (
        <Alert color="red" role="alert" mt="md" icon={<IconAlertCircle aria-hidden />}>
          {sentenceOf(make.error)}
        </Alert>
      )}
      <Group mt="md" gap="sm">
        <Button
          type="submit"
          loading={make.isPending}
          disabled={missing !== undefined}
          aria-describedby={why}
        >
          {t('make.submit')}
        </Button>
        <Text id={why} size="sm" c="dimmed">
          {missing !== undefined && t(`make.missing.${missing}`)}
        </Text>
      </Group>
    </form>
  );
}
