import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Plan } from '#services/api/contract/plans.ts';
import { useSavePlan } from '../../api/selling.ts';
import { sentenceOf } from '../../app/queries.ts';
import { refusedFields } from '../validation/form-errors.ts';
import { BasicsSection } from './basics-section.tsx';
import { BuyerSection } from './buyer-section.tsx';
import classes from './editor.module.css';
import { LimitSection } from './limit-section.tsx';
import { type PlanValues, planRequestOf, previewOf } from './plan-form.ts';
import { Preview } from './preview.tsx';
import { PriceSection } from './price-section.tsx';
import { SkuSection } from './sku-section.tsx';
import { usePlanForm } from './use-plan-form.ts';

interface Props {
  initial: PlanValues;
  /** The plan as it is saved now; undefined for a new one. */
  saved: Plan | undefined;
  user_id: string;
  onSaved: (plan: Plan) => void;
  onLeave: () => void;
}

/** The editor of a sponsorship plan (0) or a product (1), with the preview beside it. */
export function PlanEditor({ initial, saved, user_id, onSaved, onLeave }: Props) {
  const { t } = useTranslation(['studio', 'offer', 'shell']);
  const save = useSavePlan();
  const form = usePlanForm(initial);
  const done = useRef(false);
  const leaving = useBlocker({
    shouldBlockFn: () => form.isDirty() && !done.current,
    enableBeforeUnload: () => form.isDirty() && !done.current,
    withResolver: true,
  });
  const submit = form.onSubmit(
    (values) =>
      save.mutate(planRequestOf(values), {
        onSuccess: ({ plan }) => {
          done.current = true;
          notifications.show({ color: 'green', message: t('offer:editor.saved') });
          onSaved(plan);
        },
        onError: (error) => {
          const fields = refusedFields(error);
          if (fields !== undefined) form.setErrors(fields);
          else notifications.show({ color: 'red', message: sentenceOf(error) });
        },
      }),
    (_errors, _values, event) => {
      const first = event?.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"], [data-error]');
      first?.focus();
    },
  );
  const preview = previewOf(
    form.values,
    user_id,
    saved?.sold_count ?? 0,
    (sku_id) => saved?.sku.find((sku) => sku.sku_id === sku_id)?.stock,
  );
  const errors = Object.keys(form.errors).length;
  return (
    <form onSubmit={submit} noValidate>
      <div className={classes.columns}>
        <Stack gap="md">
          <BasicsSection form={form} />
          {form.values.product_type === 0 ? (
            <PriceSection form={form} />
          ) : (
            <SkuSection form={form} saved={saved?.sku ?? []} />
          )}
          <LimitSection form={form} />
          <BuyerSection form={form} />
        </Stack>
        <aside className={classes.preview} aria-label={t('offer:editor.preview')}>
          <Preview plan={preview} />
        </aside>
      </div>
      <div className={classes.bar}>
        {errors > 0 && (
          <Text role="alert" size="sm" c="var(--mantine-color-error)" className={classes.trouble}>
            {t('error.some', { count: errors })}
          </Text>
        )}
        <Button variant="default" onClick={onLeave}>
          {t('shell:action.cancel')}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {t(saved === undefined ? 'offer:editor.publish' : 'shell:action.save')}
        </Button>
      </div>
      <Modal
        opened={leaving.status === 'blocked'}
        onClose={() => leaving.reset?.()}
        title={t('offer:editor.leaveAsk')}
        size="sm"
        closeButtonProps={{ 'aria-label': t('shell:action.close') }}
      >
        <Group justify="flex-end">
          <Button variant="default" onClick={() => leaving.reset?.()} data-autofocus>
            {t('offer:editor.stay')}
          </Button>
          <Button color="red" onClick={() => leaving.proceed?.()}>
            {t('offer:editor.leave')}
          </Button>
        </Group>
      </Modal>
    </form>
  );
}
