/** Display name of the product; a name, so the same in every language. */
export const BRAND_NAME = 'Fanwatt';
