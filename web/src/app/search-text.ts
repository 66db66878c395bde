/**
 * Values after `?` stay texts: an order number of twenty digits must not become a number, and external links
 * (`sku=[{"sku_id":"…","count":1}]`) keep their form.
 */
export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search));

export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value === undefined || value === null || value === '') continue;
    text.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  const encoded = text.toString();
  return encoded === '' ? '' : `?${encoded}`;
}
