import type { EditShippingTemplate, ShippingTemplate } from '#services/contract/delivery/shipping.ts';

/** One rule while it is edited; fees as they are typed. */
export interface RuleValues {
  /** For the list on the screen only. */
  key: number;
  provinces: string[];
  first_fee: string;
  next_fee: string;
}

export interface TemplateValues {
  name: string;
  rules: RuleValues[];
}

let keys = 0;

export function newRule(): RuleValues {
  keys += 1;
  return { key: keys, provinces: [], first_fee: '', next_fee: '' };
}

/** The initial values: the existing template, or an empty rule. */
export const valuesOf = (template: ShippingTemplate | undefined): TemplateValues =>
  template === undefined
    ? { name: '', rules: [newRule()] }
    : {
        name: template.name,
        rules: template.rules.map((rule) => ({ ...newRule(), ...rule, provinces: [...rule.provinces] })),
      };

/** Sending for nothing need not be typed. */
const fee = (typed: string): string => (typed.trim() === '' ? '0' : typed.trim());

export const requestOf = (
  { name, rules }: TemplateValues,
  template_id: string | undefined,
): EditShippingTemplate => ({
  ...(template_id !== undefined && { template_id }),
  name: name.trim(),
  rules: rules.map(({ provinces, first_fee, next_fee }) => ({
    provinces,
    first_fee: fee(first_fee),
    next_fee: fee(next_fee),
  })),
});

/** Codes of the rules except this one. */
export const takenBesides = (rules: readonly RuleValues[], at: number): Set<string> =>
  new Set(rules.flatMap(({ provinces }, index) => (index === at ? [] : provinces)));

const KINDS = /(壮族自治区|回族自治区|维吾尔自治区|自治区|省|市)$/;

/** `浙江省` → `浙江`: short enough for a list of thirty. */
export const shortName = (province: string): string => province.replace(KINDS, '');
