import { isDeepStrictEqual } from 'node:util';
import type { ShippingRule } from '#events/catalog.ts';
import { ELSEWHERE, isAbroad } from '#events/destinations.ts';
import type { UserId } from '#events/ids.ts';
import { type Fen, toWire, ZERO } from '#events/money.ts';
import { templateStream } from '#events/stream-names.ts';
import type { FieldError } from '#services/runtime/refusal.ts';
import { accept, type Command, refuse } from '../engine/command.ts';
import { MAX_SHIPPING_FEE } from './shipping-fee.ts';
import { type TemplateState, templateKind } from './shipping-template.ts';

export interface SaveTemplate {
  creator_id: UserId;
  template_id: string;
  /** The id was drawn by the caller: the template is made when it is not there. */
  may_create: boolean;
  name: string;
  rules: readonly ShippingRule[];
  /** Whether a code is a province's. */
  isProvince(code: string): boolean;
}

/** Destinations that are none, and repeated ones. */
function provinceErrors({ rules, isProvince }: SaveTemplate): FieldError[] {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  for (const [at, rule] of rules.entries()) {
    if (rule.provinces.length === 0) {
      errors.push({ field: `rules.${at}.provinces`, message: { key: 'required' } });
    }
    for (const [place, code] of rule.provinces.entries()) {
      const field = `rules.${at}.provinces.${place}`;
      const known = isProvince(code) || isAbroad(code) || code === ELSEWHERE;
      if (!known) errors.push({ field, message: { key: 'unknown' } });
      else if (seen.has(code)) errors.push({ field, message: { key: 'repeated' } });
      seen.add(code);
    }
  }
  return errors;
}

function feeError(field: string, fee: Fen): FieldError[] {
  if (fee >= 0 && fee <= MAX_SHIPPING_FEE) return [];
  const range = { min: toWire(ZERO), max: toWire(MAX_SHIPPING_FEE) };
  return [{ field, message: { key: 'out_of_range', ...range } }];
}

function errorsOf(input: SaveTemplate): FieldError[] {
  if (input.rules.length === 0) return [{ field: 'rules', message: { key: 'required' } }];
  const fees = input.rules.flatMap(({ first_fee, next_fee }, at) => [
    ...feeError(`rules.${at}.first_fee`, first_fee),
    ...feeError(`rules.${at}.next_fee`, next_fee),
  ]);
  return [...provinceErrors(input), ...fees];
}

/** A foreign, a deleted and an unknown template get the same refusal. */
const isEditable = (state: TemplateState, { creator_id, may_create }: SaveTemplate): boolean =>
  state.phase === 'none' ? may_create : state.phase === 'kept' && state.creator_id === creator_id;

/**
 * Creates a shipping template or replaces its table; an equal table writes nothing. Existing orders keep their fee.
 * Refuses another's template (not_found), and by field: no rules, a rule without destinations, unknown and
 * repeated ones, fees out of range.
 */
export function saveTemplate(input: SaveTemplate): Command<{ template_id: string }> {
  const { creator_id, template_id, name } = input;
  const stream = templateStream(template_id);
  return {
    name: 'save_template',
    bulk: 'rules',
    actor: `user:${creator_id}`,
    streams: [stream],
    decide(states) {
      const state = states.get(templateKind, stream);
      if (!isEditable(state, input)) return refuse({ code: 'not_found' });
      const errors = errorsOf(input);
      if (errors.length > 0) return refuse({ code: 'bad_input', errors });
      const rules = input.rules.map((rule) => ({ ...rule, provinces: [...rule.provinces] }));
      const same = state.phase === 'kept' && state.name === name && isDeepStrictEqual(state.rules, rules);
      if (same) return accept([], { template_id });
      const data = { template_id, creator_id, name, rules };
      return accept([{ stream, creator_id, event: { type: 'ShippingTemplateSaved', data } }], {
        template_id,
      });
    },
  };
}
