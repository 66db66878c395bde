import { Button, Drawer, Group, Modal, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isBundle, PRODUCT_TYPE } from '#events/status.ts';
import type { EditPlan } from '#services/contract/catalog/edit-plan.ts';
import { savePlan } from '#services/contract/catalog/plan-changes.ts';
import type { Plan } from '#services/contract/catalog/plans.ts';
import { type PlanQuote, quotePlan } from '#services/contract/catalog/quote-plan.ts';
import { call } from '../../../api/client.ts';
import { useCall } from '../../../api/queries.ts';
import { useBar } from '../../../app/bars.ts';
import { sentenceOf } from '../../../app/queries.ts';
import { profileQuery } from '../../../app/session.ts';
import { refusedFields } from '../../../components/forms/refused-fields.ts';
import { useFocusRefused } from '../../../components/forms/use-focus-refused.ts';
import { StockDialog, stockOf } from '../../stock/stock-dialog.tsx';
import { holdersRefusal, useHoldersChoice } from '../offers/holders-choice.tsx';
import { useWarnOfBundles } from '../offers/use-warn-of-bundles.ts';
import classes from './editor.module.css';
import { previewOf } from './plan-preview.ts';
import { planRequestOf, quoteRequestOf } from './plan-request.ts';
import type { PlanValues } from './plan-values.ts';
import { Preview } from './preview.tsx';
import { BasicsSection } from './sections/basics-section.tsx';
import { BundlePartsSection } from './sections/bundle-parts-section.tsx';
import { BundleTermsSection } from './sections/bundle-terms-section.tsx';
import { BuyerSection } from './sections/buyer-section.tsx';
import { LimitSection } from './sections/limit-section.tsx';
import { PriceSection } from './sections/price-section.tsx';
import { ReplySection } from './sections/reply-section.tsx';
import { RoundsSection } from './sections/rounds-section.tsx';
import { ShippingSection } from './sections/shipping-section.tsx';
import { SkuSection } from './sections/sku-section.tsx';
import { TimeLimitSection } from './sections/time-limit-section.tsx';
import { TimingSection } from './sections/timing-section.tsx';
import { VipSection } from './sections/vip-section.tsx';
import { type PlanForm, usePlanForm } from './use-plan-form.ts';

const PAUSE_MS = 300;

/** The prices that the plan would show now. While an amount is unfinished, the last ones stay. */
function useQuote(values: PlanValues): PlanQuote | undefined {
  const [request] = useDebouncedValue(JSON.stringify(quoteRequestOf(values)), PAUSE_MS);
  const { data } = useQuery({
    queryKey: ['quote', request],
    queryFn: ({ signal }) => call(quotePlan, JSON.parse(request), { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return data;
}

interface Props {
  initial: PlanValues;
  /** What was typed before the session ended. */
  draft: PlanValues | undefined;
  /** The saved plan; undefined for a new one. */
  saved: Plan | undefined;
  user_id: string;
  onSaved: (plan: Plan) => void;
  onLeave: () => void;
  /** The session ended elsewhere, and the page leads to signing in. */
  onSignedOut: (values: PlanValues) => void;
}

/** The bundle itself, in the list of stock. */
const WHOLE = 'whole';

/** The editor of every kind of offer, with its preview. */
export function PlanEditor({ initial, draft, saved, user_id, onSaved, onLeave, onSignedOut }: Props) {
  const { t } = useTranslation(['creator', 'catalog-editor', 'shell']);
  const save = useCall(savePlan, { quiet: true });
  const warn = useWarnOfBundles();
  const client = useQueryClient();
  const bar = useBar<HTMLDivElement>('form');
  const form = usePlanForm(initial, draft);
  const done = useRef(false);
  const [looking, setLooking] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const refused = () => setRefusals((times) => times + 1);
  const element = useFocusRefused(refusals);
  const leaving = useBlocker({
    shouldBlockFn: ({ next }) => {
      if (!form.isDirty() || done.current) return false;
      if (client.getQueryData(profileQuery.queryKey) !== null) return true;
      // Nobody is signed in any more: there is no choice to stay.
      if (next.routeId === '/login') onSignedOut(form.values);
      return false;
    },
    enableBeforeUnload: () => form.isDirty() && !done.current,
    withResolver: true,
  });
  // Until the next page is there, which may have to load its code.
  const saving = save.isPending || save.isSuccess;
  const choice = useHoldersChoice();
  const send = (request: EditPlan) =>
    save.mutate(request, {
      onSuccess: ({ plan, lacking_bundles }) => {
        done.current = true;
        notifications.show({ color: 'green', message: t('catalog-editor:editor.saved') });
        warn(lacking_bundles);
        onSaved(plan);
      },
      onError: (error) => {
        const text = holdersRefusal(error);
        if (text !== undefined) {
          const onChoice = (holders: 'inform' | 'refund') => send({ ...request, holders });
          return choice.ask({ text, yes: t('shell:action.save'), onChoice });
        }
        const fields = refusedFields(error);
        if (fields === undefined) return notifications.show({ color: 'red', message: sentenceOf(error) });
        form.setErrors(fields);
        refused();
      },
    });
  const submit = form.onSubmit((values) => {
    if (!saving) send(planRequestOf(values));
  }, refused);
  const quote = useQuote(form.values);
  const preview = previewOf(form.values, {
    user_id,
    quote,
    sold_count: saved?.sold_count ?? 0,
    left: (sku_id) => saved?.sku.find((sku) => sku.sku_id === sku_id)?.stock,
    now: Math.floor(Date.now() / 1000),
  });
  // A refusal of the plan as a whole names no field.
  const { '': whole, ...fields } = form.errors;
  const errors = Object.keys(fields).length;
  return (
    <form onSubmit={submit} noValidate ref={element}>
      <div className={classes.columns}>
        <Stack gap="md">
          <BasicsSection form={form} />
          <Kind form={form} saved={saved} />
          <TimeLimitSection form={form} />
          <VipSection form={form} />
          <LimitSection form={form} />
          <TimingSection form={form} />
          {(form.values.product_type === PRODUCT_TYPE.goods || isBundle(form.values.product_type)) && (
            <ShippingSection form={form} />
          )}
          <ReplySection form={form} left={saved?.reply_random_num} />
          <BuyerSection form={form} hasCode={saved?.need_invite_code === true} />
        </Stack>
        <aside className={classes.preview} aria-label={t('catalog-editor:editor.preview')}>
          <Preview plan={preview} />
        </aside>
      </div>
      <div {...bar} className={classes.bar}>
        {(whole || errors > 0) && (
          <Text role="alert" size="sm" c="var(--mantine-color-error)" className={classes.trouble}>
            {whole ?? t('error.some', { count: errors })}
          </Text>
        )}
        <Button variant="light" className={classes.look} onClick={() => setLooking(true)}>
          {t('catalog-editor:editor.look')}
        </Button>
        <Button variant="default" onClick={onLeave}>
          {t('shell:action.cancel')}
        </Button>
        <Button type="submit" loading={saving}>
          {t(saved === undefined ? 'catalog-editor:editor.publish' : 'shell:action.save')}
        </Button>
      </div>
      <Drawer
        opened={looking}
        onClose={() => setLooking(false)}
        position="bottom"
        size="auto"
        title={t('catalog-editor:editor.look')}
      >
        <Preview plan={preview} />
      </Drawer>
      {choice.dialog}
      <Modal
        opened={leaving.status === 'blocked'}
        onClose={() => leaving.reset?.()}
        title={t('catalog-editor:editor.leaveAsk')}
        size="sm"
      >
        <Group justify="flex-end">
          <Button variant="default" onClick={() => leaving.reset?.()} data-autofocus>
            {t('catalog-editor:editor.stay')}
          </Button>
          <Button color="red" onClick={() => leaving.proceed?.()}>
            {t('catalog-editor:editor.leave')}
          </Button>
        </Group>
      </Modal>
    </form>
  );
}

/** The specific parts of each kind of offer: price and period, models, parts, rounds. */
function Kind({ form, saved }: { form: PlanForm; saved: Plan | undefined }) {
  const [stock, setStock] = useState<string>();
  const { product_type } = form.values;
  const dialog = (
    <StockDialog
      stocked={stock === WHOLE ? stockOf(saved) : stockOf(saved?.sku.find(({ sku_id }) => sku_id === stock))}
      onClose={() => setStock(undefined)}
    />
  );
  const skus = saved?.sku ?? [];
  if (product_type === PRODUCT_TYPE.sponsorship) return <PriceSection form={form} />;
  if (isBundle(product_type)) {
    return (
      <>
        <BundlePartsSection form={form} saved={skus} onStock={setStock} />
        <BundleTermsSection form={form} left={saved?.bundle_stock} onStock={() => setStock(WHOLE)} />
        {dialog}
      </>
    );
  }
  return (
    <>
      {product_type === PRODUCT_TYPE.ticket && <RoundsSection form={form} />}
      <SkuSection form={form} saved={skus} onStock={setStock} />
      {dialog}
    </>
  );
}
