import type { ShippingRule } from '#events/catalog.ts';
import { asPlanId, newTemplateId } from '#events/ids.ts';
import { type Fen, toWire } from '#events/money.ts';
import { templateStream, termsStream } from '#events/stream-names.ts';
import { plansNaming, templatesOf } from '#read-models/delivery/shipping-templates/queries.ts';
import { deleteTemplate } from '#services/commerce/catalog/delete-template.ts';
import { saveTemplate } from '#services/commerce/catalog/save-template.ts';
import { templateKind } from '#services/commerce/catalog/shipping-template.ts';
import { setFreeShipping } from '#services/commerce/prices/set-free-shipping.ts';
import { termsKind } from '#services/commerce/prices/terms.ts';
import {
  deleteShippingTemplate,
  editShippingTemplate,
  setFreeShipping as freeShippingSet,
  getShippingTemplate,
  listShippingTemplates,
} from '#services/contract/delivery/shipping.ts';
import { isProvince } from '#services/modules/delivery/regions.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import { pageAnswer, rangeOf } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { fenOfInput } from '../http/money.ts';
import { withinQuota } from '../http/quota.ts';

const wireOrNone = (amount: Fen | null): string => (amount === null ? '' : toWire(amount));

const ruleAnswer = ({ provinces, first_fee, next_fee }: ShippingRule) => ({
  provinces: [...provinces],
  first_fee: toWire(first_fee),
  next_fee: toWire(next_fee),
});

/** A creator's shipping costs: templates by province, and the amount for free shipping. */
export const shippingTemplateRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'delivery');
  const { committer, pool } = deps;

  on(editShippingTemplate, async ({ body, caller: { user_id: creator } }) => {
    const { template_id = newTemplateId(), name } = body;
    const rules = body.rules.map(({ provinces, first_fee, next_fee }) => ({
      provinces,
      first_fee: fenOfInput(first_fee),
      next_fee: fenOfInput(next_fee),
    }));
    const save = () =>
      committer.submit(
        saveTemplate({
          creator_id: creator,
          template_id,
          may_create: body.template_id === undefined,
          name,
          rules,
          isProvince,
        }),
      );
    const made = body.template_id === undefined;
    const outcome = await (made ? withinQuota(deps, { kind: 'templates', creator }, save) : save());
    if (isRefusal(outcome)) return outcome;
    if (!outcome.accepted) return outcome.refusal;
    const template = { template_id, name, rules: rules.map(ruleAnswer) };
    return { template, position: outcome.position };
  });

  on(deleteShippingTemplate, async ({ body: { template_id }, caller }) => {
    const creator_id = caller.user_id;
    const { rows } = await plansNaming(pool, { creator_id, template_id });
    const plans = rows.map(({ plan_id }) => asPlanId(plan_id));
    const outcome = await committer.submit(deleteTemplate({ creator_id, template_id, plans }));
    if (!outcome.accepted) return outcome.refusal;
    return { template_id, position: outcome.position };
  });

  on(listShippingTemplates, async ({ query, caller }) => {
    const found = await templatesOf(pool, { creator_id: caller.user_id, ...rangeOf(query) });
    const templates = found.list.map((template) => ({ ...template, rules: template.rules.map(ruleAnswer) }));
    return pageAnswer(query, found, templates);
  });

  on(getShippingTemplate, async ({ query }) => {
    const stream = templateStream(query.template_id);
    const template = await committer.read([stream], (states) => states.get(templateKind, stream));
    if (template.phase === 'none') return { code: 'not_found' };
    const terms = termsStream(template.creator_id);
    const free = await committer.read([terms], (states) => states.get(termsKind, terms).free_shipping);
    const { template_id, name, rules } = template;
    return {
      shipping_fee_info: {
        id: template_id,
        name,
        rules: rules.map(ruleAnswer),
        free_from: wireOrNone(free),
      },
    };
  });

  on(freeShippingSet, async ({ body: { amount }, caller: { user_id: creator_id } }) => {
    const outcome = await committer.submit(
      setFreeShipping({
        creator_id,
        amount: amount === '' ? null : fenOfInput(amount),
      }),
    );
    if (!outcome.accepted) return outcome.refusal;
    const free_shipping_set = { amount: wireOrNone(outcome.result.amount) };
    return { free_shipping_set, position: outcome.position };
  });
};
