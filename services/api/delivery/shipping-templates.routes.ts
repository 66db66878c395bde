import { asPlanId, newTemplateId } from '#events/ids.ts';
import { type Fen, toWire } from '#events/money.ts';
import type { ShippingRule } from '#events/shipping-template.ts';
import { templateStream, termsStream } from '#events/stream-names.ts';
import { plansNaming, templatesOf } from '#read-models/delivery/shipping-templates/queries.ts';
import { deleteTemplate } from '#services/commerce/catalog/delete-template.ts';
import { saveTemplate } from '#services/commerce/catalog/save-template.ts';
import { setFreeShipping } from '#services/commerce/prices/set-free-shipping.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import { isProvince } from '#services/shipping/regions.ts';
import { ok, refused } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { callerOf } from '../http/caller.ts';
import { fenOfInput } from '../http/money.ts';
import { withinQuota } from '../http/quota.ts';
import {
  getShippingTemplate,
  deleteShippingTemplate,
  editShippingTemplate,
  setFreeShipping as freeShippingSet,
  listShippingTemplates,
} from './contract/shipping.ts';

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

  on(editShippingTemplate, async (request) => {
    const { template_id = newTemplateId(), name } = request.body;
    const rules = request.body.rules.map(({ provinces, first_fee, next_fee }) => ({
      provinces,
      first_fee: fenOfInput(first_fee),
      next_fee: fenOfInput(next_fee),
    }));
    const creator = callerOf(request).user_id;
    const save = () =>
      committer.submit(
        saveTemplate({
          creator_id: creator,
          template_id,
          may_create: request.body.template_id === undefined,
          name,
          rules,
          isProvince,
          correlation_id: request.id,
        }),
      );
    const made = request.body.template_id === undefined;
    const outcome = await (made ? withinQuota(deps, { kind: 'templates', creator }, save) : save());
    if (isRefusal(outcome)) return refused(request, outcome);
    if (!outcome.accepted) return refused(request, outcome.refusal);
    const template = { template_id, name, rules: rules.map(ruleAnswer) };
    return ok({ template, position: outcome.position });
  });

  on(deleteShippingTemplate, async (request) => {
    const { template_id } = request.body;
    const creator_id = callerOf(request).user_id;
    const { rows } = await plansNaming(pool, creator_id, template_id);
    const plans = rows.map(({ plan_id }) => asPlanId(plan_id));
    const outcome = await committer.submit(
      deleteTemplate({ creator_id, template_id, plans, correlation_id: request.id }),
    );
    if (!outcome.accepted) return refused(request, outcome.refusal);
    return ok({ template_id, position: outcome.position });
  });

  on(listShippingTemplates, async (request) => {
    const { page, per_page } = request.query;
    const offset = (page - 1) * per_page;
    const answer = await templatesOf(pool, callerOf(request).user_id, { limit: per_page, offset });
    const [found] = answer.rows;
    if (!found) throw new Error('a list of shipping templates gave no row');
    return ok({
      list: found.list.map((template) => ({ ...template, rules: template.rules.map(ruleAnswer) })),
      has_more: offset + found.list.length < found.total_count,
      total_count: found.total_count,
      as_of: answer.as_of,
    });
  });

  on(getShippingTemplate, async (request) => {
    const stream = templateStream(request.query.template_id);
    const template = await committer.read([stream], (states) => states.get('template', stream));
    if (template.phase === 'none') return refused(request, { code: 'not_found' });
    const terms = termsStream(template.creator_id);
    const free = await committer.read([terms], (states) => states.get('terms', terms).free_shipping);
    const { template_id, name, rules } = template;
    return ok({
      shipping_fee_info: {
        id: template_id,
        name,
        rules: rules.map(ruleAnswer),
        free_from: wireOrNone(free),
      },
    });
  });

  on(freeShippingSet, async (request) => {
    const { amount } = request.body;
    const creator_id = callerOf(request).user_id;
    const outcome = await committer.submit(
      setFreeShipping({
        creator_id,
        amount: amount === '' ? null : fenOfInput(amount),
        correlation_id: request.id,
      }),
    );
    if (!outcome.accepted) return refused(request, outcome.refusal);
    const free_shipping_set = { amount: wireOrNone(outcome.result.amount) };
    return ok({ free_shipping_set, position: outcome.position });
  });
};
