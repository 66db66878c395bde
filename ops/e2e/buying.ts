import { sandboxPay } from '#services/contract/payments/sandbox-payments.ts';
import type { Visitor } from './visitor.ts';

/**
 * On /order/create: places the order and waits for the cashier, also where the same was bought a moment ago. Answers
 * the order's number.
 */
export async function placeOrder({ page, t }: Visitor): Promise<string> {
  await page.getByRole('button', { name: t('orders-buying:create.place') }).click();
  const again = page.getByRole('button', { name: t('orders-checkout:again.yes') });
  const placed = page.waitForURL('/cashier?*');
  const asked = again.waitFor().then(
    () => true,
    () => false,
  );
  if (await Promise.race([placed.then(() => false), asked])) await again.click();
  await placed;
  return new URL(page.url()).searchParams.get('out_trade_no') ?? '';
}

/**
 * At the cashier: lets the sandbox pay. Returns when the button was pressed and when the provider had
 * acknowledged it, both in ms since 1970.
 */
export async function pay({ page, t }: Visitor): Promise<{ clicked: number; acknowledged: number }> {
  const answered = page.waitForResponse(`**${sandboxPay.path}`);
  const button = page.getByRole('button', { name: t('orders-buying:cashier.success') });
  await button.waitFor();
  const clicked = Date.now();
  await button.click();
  const request = (await answered).request();
  await request.response().then((response) => response?.finished());
  const { startTime, responseEnd } = request.timing();
  await page.getByRole('heading', { name: t('orders-buying:check.paid') }).waitFor();
  return { clicked, acknowledged: startTime + responseEnd };
}
