/** Where a provider sends its notices; the operator enters it there, below PUBLIC_URL. */
export const noticePath = (provider: string): string => `/api/pay/notify/${provider}`;
