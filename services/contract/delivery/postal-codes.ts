/** Forms of postal codes, of the countries whose form is certain. */
const FORMS: Readonly<Record<string, RegExp>> = {
  AU: /^\d{4}$/,
  CA: /^[A-Z]\d[A-Z][ -]?\d[A-Z]\d$/,
  DE: /^\d{5}$/,
  FR: /^\d{5}$/,
  GB: /^(?:GIR|[A-Z]{1,2}\d[A-Z\d]?) ?\d[A-Z]{2}$/,
  JP: /^\d{3}-?\d{4}$/,
  KR: /^(?:\d{5}|\d{3}-?\d{3})$/,
  MY: /^\d{5}$/,
  SG: /^\d{6}$/,
  TW: /^\d{3}(?:-?\d{2,3})?$/,
  US: /^\d{5}(?:[ -]?\d{4})?$/,
};

/** False only for what is certainly no postal code of this country. One that is not written is fine. */
export function isPostalCode(country: string, code: string): boolean {
  const form = FORMS[country];
  // Some write the country before it: D-10115.
  return code === '' || form === undefined || form.test(code.replace(/^[A-Z]{1,2}-(?=\d)/, ''));
}
