import type { TFunction } from 'i18next';
import { isBundle, isByPiece, PRODUCT_TYPE } from '#events/status.ts';
// After form-errors, so that the schemas are made without eval.
import { editPlan } from '#services/contract/catalog/edit-plan.ts';
import { MAX_YUAN } from '#services/contract/fields/amounts.ts';
import { errorsOf } from '../../../components/forms/form-errors.ts';
import type { FormErrors } from '../../../components/forms/refused-fields.ts';
import { planRequestOf } from './plan-request.ts';
import type { PlanValues } from './plan-values.ts';

/** Smallest prices: a sponsorship plan 5.00, anything else 1.00 (commerce specification 5). */
export const MIN_SPONSORSHIP = '5.00';
export const MIN_PRICE = '1.00';

type Sentences = TFunction<['creator', 'catalog-selling']>;
/** Sets the error of a field; the first one stays. */
type SetError = (field: string, sentence: string) => void;

const below = (price: string, smallest: string): boolean =>
  price.trim() !== '' && Number(price) < Number(smallest);

const smallestOf = ({ product_type }: PlanValues): string =>
  product_type === PRODUCT_TYPE.sponsorship ? MIN_SPONSORSHIP : MIN_PRICE;

function priceErrors(values: PlanValues, t: Sentences, say: SetError): void {
  const min = smallestOf(values);
  const check = (field: string, price: string): void => {
    if (below(price, min) || Number(price) > MAX_YUAN) {
      say(
        field,
        t('error.range', { min, max: MAX_YUAN.toLocaleString('en-US', { minimumFractionDigits: 2 }) }),
      );
    }
  };
  if (!isByPiece(values.product_type)) check('price', values.price);
  values.sku.forEach(({ price, plan_name }, index) => {
    if (plan_name === '') check(`sku.${index}.price`, price);
  });
  if (
    values.product_type !== PRODUCT_TYPE.sponsorship ||
    values.pay_month === 1 ||
    values.favorable_price === ''
  )
    return;
  const plain = Number(values.price) * values.pay_month;
  if (Number(values.favorable_price) > plain) {
    say('favorable_price', t('error.favorable', { max: plain.toFixed(2) }));
  }
  if (below(values.favorable_price, min)) say('favorable_price', t('error.minPrice', { min }));
}

/** A replacing price is lower than the plain one, and not below the minimum. */
function reductionErrors(values: PlanValues, t: Sentences, say: SetError): void {
  const min = smallestOf(values);
  const check = (field: string, reduced: string, plain: string): void => {
    if (reduced.trim() === '') return;
    if (Number(reduced) >= Number(plain)) say(field, t('catalog-selling:error.notBelow', { price: plain }));
    if (below(reduced, min)) say(field, t('error.minPrice', { min }));
  };
  const bySku = isByPiece(values.product_type);
  for (const [on, field, share] of [
    [values.has_vip, 'vip_price', values.vip_price_discount],
    [values.has_time_limit_price, 'time_limit_price', values.time_limit_price_discount],
  ] as const) {
    if (!on) continue;
    const own = bySku && values.sku.some((sku) => sku[field].trim() !== '');
    if (share === '' && values[field].trim() === '' && !own) say(field, t('error.required'));
    if (share === '' && !bySku) check(field, values[field], values.price);
    for (const [index, sku] of bySku ? values.sku.entries() : []) {
      check(`sku.${index}.${field}`, sku[field], sku.price);
    }
  }
}

function timeErrors(values: PlanValues, t: Sentences, say: SetError): void {
  const order = (field: string, begin: number | '', end: number | ''): void => {
    if (begin !== '' && end !== '' && begin >= end) say(field, t('catalog-selling:error.endsFirst'));
  };
  if (values.has_time_limit_price) {
    if (values.time_limit_end === '') say('time_limit_end', t('error.required'));
    order('time_limit_end', values.time_limit_begin, values.time_limit_end);
  }
  if (!values.is_timed) return;
  order('timing_off', values.timing_on, values.timing_off);
  order('timing_sell_off', values.timing_sell_on, values.timing_sell_off);
}

function bundleErrors(values: PlanValues, t: Sentences, say: SetError): void {
  if (values.sku.length === 0) say('sku', t('catalog-selling:error.noPart'));
  if (values.product_type !== PRODUCT_TYPE.choice_bundle) return;
  const count = values.bundle_sku_select_count;
  const most = values.bundle_sku_can_repeat ? 100 : values.sku.length;
  if (count === '' || count < 1 || count > most) {
    say('bundle_sku_select_count', t('catalog-selling:error.selectCount', { max: Math.max(1, most) }));
  }
}

function ticketErrors(values: PlanValues, t: Sentences, say: SetError): void {
  const rounds = values.ticket_round_list;
  rounds.forEach(({ begin_time }, index) => {
    const field = `ticket_round_list.${index}.begin_time`;
    if (begin_time === '') say(field, t('error.required'));
    else if (rounds.findIndex((one) => one.begin_time === begin_time) < index) {
      say(field, t('catalog-selling:error.roundTwice'));
    }
  });
  if (rounds.length < 2) return;
  values.sku.forEach(({ ticket_round_id }, index) => {
    if (!rounds.some(({ key }) => key === ticket_round_id)) {
      say(`sku.${index}.ticket_round_id`, t('catalog-selling:error.chooseRound'));
    }
  });
}

/** Of tickets, in the same round. Parts from the shop's goods keep their names. */
function nameErrors(values: PlanValues, t: Sentences, say: SetError): void {
  const names = new Set<string>();
  values.sku.forEach(({ name, plan_name, ticket_round_id }, index) => {
    if (plan_name !== '' || name.trim() === '') return;
    const named = `${ticket_round_id} ${name.trim()}`;
    if (names.has(named)) say(`sku.${index}.name`, t('catalog-selling:error.nameTwice'));
    names.add(named);
  });
}

function replyErrors(values: PlanValues, t: Sentences, say: SetError): void {
  if (values.reply_switch && values.reply_content.trim() === '') say('reply_content', t('error.required'));
  values.sku.forEach((sku, index) => {
    if (sku.reply_switch && sku.plan_name === '' && sku.reply_content.trim() === '') {
      say(`sku.${index}.reply_content`, t('error.required'));
    }
  });
}

/** The errors of the form by field; empty if it can be sent. */
export function planErrors(values: PlanValues, t: Sentences): FormErrors {
  const errors: FormErrors = {};
  const say: SetError = (field, sentence) => {
    errors[field] ??= sentence;
  };
  timeErrors(values, t, say);
  if (values.has_vip && values.vip_plan === '') say('vip_plan', t('catalog-selling:error.choosePlan'));
  if (isByPiece(values.product_type) && values.sku.length === 0) say('sku', t('error.noSku'));
  if (isBundle(values.product_type)) bundleErrors(values, t, say);
  if (values.product_type === PRODUCT_TYPE.ticket) ticketErrors(values, t, say);
  nameErrors(values, t, say);
  replyErrors(values, t, say);
  priceErrors(values, t, say);
  for (const [field, sentence] of Object.entries(errorsOf(editPlan, planRequestOf(values), t) ?? {})) {
    say(field, sentence);
  }
  reductionErrors(values, t, say);
  return errors;
}
