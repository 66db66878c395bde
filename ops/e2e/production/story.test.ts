import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { NO_STRIPE_MOCK } from '#services/modules/payments/stripe/testing/mock.ts';
import { findChromium, launchChromium, NO_CHROMIUM } from '../chromium.ts';
import { apply, publishPlan } from '../selling.ts';
import { visit } from '../visitor.ts';
import type { Language } from '../words.ts';
import { CADDY, NO_CADDY, SITE } from './caddy.ts';
import { type Installation, openInstallation } from './installation.ts';
import {
  addAlipay,
  approve,
  buyMonth,
  checkMonth,
  LIVE,
  post,
  readReceipt,
  refundAll,
  withdraw,
} from './money-steps.ts';
import {
  type authenticator,
  bindPhone,
  register,
  type Someone,
  setUpCodes,
  signInWithCode,
} from './people-steps.ts';

const PATIENCE_MS = 240_000;
const LANGUAGES = ['zh-CN', 'en-US'] as const satisfies readonly Language[];
const NAMES = { 'zh-CN': ['林间', '阿衡', '财务'], 'en-US': ['Ida Garden', 'Bo', 'Finance'] } as const;
const PLAN = { name: 'Tea', price: '50.00' };
/** What the creator gets of it. */
const SHARE = '47.00';
const BUSINESS_OFFSET_MS = 8 * 3_600_000;

/** How far it is to noon of the 2nd of the next month in Shanghai, ms: the month before is settled and available. */
function toNextMonth(now: number): number {
  const today = new Date(now + BUSINESS_OFFSET_MS);
  return Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 2, 12) - BUSINESS_OFFSET_MS - now;
}

const chromium = findChromium();
const hasCaddy = existsSync(CADDY);
const can = chromium !== undefined && hasCaddy;

/** Moves the clock of all pages that a window opens. */
async function moveClock(context: BrowserContext, ahead_ms: number): Promise<void> {
  await context.addInitScript((ahead) => Object.assign(globalThis, { LATER_MS: ahead }), ahead_ms);
  await context.addInitScript({ path: fileURLToPath(new URL('later.mjs', import.meta.url)) });
}

/** What one language has made, for the tests after it. */
interface Market {
  creator: Someone;
  finance: Someone;
  codes: ReturnType<typeof authenticator>;
}

/** The story needs a browser and Caddy; without them its tests are skipped. */
async function open(): Promise<{ at: Installation; browser: Browser; close(): Promise<void> }> {
  const at = await openInstallation();
  const browser = await launchChromium(chromium ?? '', [
    `--host-resolver-rules=MAP ${SITE} 127.0.0.1`,
    `--ignore-certificate-errors-spki-list=${at.caddy.keyHash}`,
  ]);
  return {
    at,
    browser,
    async close() {
      await browser.close();
      await at.close();
    },
  };
}

describe('a production start behind Caddy', () => {
  test('Chromium and Caddy are installed', ({ skip }) => {
    skip(chromium === undefined, NO_CHROMIUM);
    skip(!hasCaddy, NO_CADDY);
  });
});

describe.runIf(can)('behind Caddy', { timeout: PATIENCE_MS }, () => {
  const stage = fixture(open);
  const markets = new Map<Language, Market>();
  const everybody: Someone[] = [];
  let printed: () => string;

  beforeAll(async () => {
    printed = await stage.at.start();
  }, PATIENCE_MS);
  afterEach(() => {
    expect(everybody.flatMap(({ troubles }) => troubles)).toEqual([]);
    expect(stage.at.stripe.refused).toEqual([]);
  });

  async function somebody(language: Language, who: 0 | 1 | 2): Promise<Someone> {
    const visitor = await visit(stage.browser, stage.at.caddy.base, { language });
    const account = `${['creator', 'fan', 'finance'][who]}-${language.toLowerCase()}@people.example`;
    const someone = { ...visitor, account, name: NAMES[language][who], password: 'production-password' };
    everybody.push(someone);
    return someone;
  }
  function marketIn(language: Language): Market {
    const market = markets.get(language);
    if (market === undefined) throw new Error('the test before did not pass');
    return market;
  }

  test('the start names what is not configured: the carrier alone', () => {
    const missing = printed().match(/Not configured: .*/g);
    expect(missing).toEqual([
      'Not configured: carrier: parcels keep their first state; set TRACKING_CUSTOMER and TRACKING_KEY.',
    ]);
  });

  test.each(LANGUAGES)(
    'people register by mail, bind a phone, buy, pay and refund (%s)',
    async (language) => {
      const { at } = stage;
      const slug = `tea${language.slice(0, 2)}shop`;
      const creator = await somebody(language, 0);
      await register(at, creator);
      await apply(creator, slug);
      await publishPlan(creator, PLAN);
      await addAlipay(at, creator, `${slug}@alipay.example`);

      const fan = await somebody(language, 1);
      await register(at, fan);
      await bindPhone(at, fan, language === 'zh-CN' ? '13800010001' : '13800010002');
      const returned = await buyMonth(at, fan, slug, PLAN.name);
      const sold = await buyMonth(at, fan, slug, PLAN.name);
      await readReceipt(fan, sold);
      await refundAll(creator, returned);

      const finance = await somebody(language, 2);
      await register(at, finance);
      const words = ['grant', finance.account, 'finance', 'opens the shop'];
      expect(await at.command('admin.ts', words)).toContain('finance');
      await finance.page.goto('/finance');
      await finance.page.getByRole('link', { name: finance.t('shell:state.toSecurity') }).waitFor();
      const codes = await setUpCodes(at, finance);
      markets.set(language, { creator, finance, codes });
    },
  );

  test('cookies, headers and redirects are those of a site with TLS', async () => {
    const { creator } = marketIn('en-US');
    const cookies = await creator.context.cookies();
    const session = cookies.filter(({ name }) => name === 'auth_token');
    expect(session).toMatchObject([{ secure: true, httpOnly: true, sameSite: 'Lax', domain: SITE }]);
    const answer = await creator.page.goto('/explore');
    const headers = (await answer?.allHeaders()) ?? {};
    expect(headers['strict-transport-security']).toMatch(/max-age=\d{7,}/);
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    const { at } = stage;
    const agent = at.caddy.from('127.0.0.1');
    const plain = await agent.request({ origin: at.caddy.plain, method: 'GET', path: '/explore' });
    expect([plain.statusCode, plain.headers.location]).toEqual([308, `https://${SITE}/explore`]);
    await plain.body.dump();
    for (const path of ['/readyz', '/metrics']) {
      const hidden = await agent.request({ origin: at.caddy.base, method: 'GET', path });
      expect([path, hidden.statusCode]).toEqual([path, 404]);
      await hidden.body.dump();
    }
    await agent.close();
  });

  test('limits count the visitor: neither the proxy, nor what a visitor says to be', async () => {
    const { at } = stage;
    const forged = (from: string, nth: number) =>
      post(at, Buffer.from('{}'), { 'x-forwarded-for': `203.0.113.${nth}`, 'stripe-signature': 'x' }, from);
    let answer = 400;
    for (let nth = 0; answer === 400 && nth < 250; nth += 1) answer = await forged('127.0.0.2', nth);
    expect(answer).toBe(429);
    expect(await forged('127.0.0.3', 0)).toBe(400);
  });

  test('stripe-mock has taken the requests of checkout, look-up and refund', ({ skip }) => {
    const { stripe } = stage.at;
    skip(!stripe.hasMock, NO_STRIPE_MOCK);
    const kinds = new Set(stripe.checked.map((line) => line.replace(/cs_\w+/, 'ID')));
    for (const kind of ['POST /v1/checkout/sessions', 'GET /v1/checkout/sessions/ID', 'POST /v1/refunds'])
      expect(kinds).toContain(kind);
  });

  describe('in the next month', () => {
    let ahead_ms: number;
    beforeAll(async () => {
      for (const { page } of everybody) await page.goto('about:blank');
      await stage.at.stop();
      stage.at.stripe.bookRefunds();
      ahead_ms = toNextMonth(Date.now());
      await stage.at.start(ahead_ms);
    }, PATIENCE_MS);

    test.each(LANGUAGES)('the month is settled, withdrawn, approved and paid out (%s)', async (language) => {
      const { creator, finance, codes } = marketIn(language);
      for (const { context } of [creator, finance]) await moveClock(context, ahead_ms);
      const order_id = await withdraw(creator, SHARE);
      await signInWithCode(finance, () => codes.next(ahead_ms));
      await checkMonth(finance, LANGUAGES.length);
      await approve(finance, order_id, () => codes.next(ahead_ms));
      const { page, t } = creator;
      await page.locator('main tbody tr').first().getByText(t('withdrawals-payouts:status.2')).waitFor(LIVE);
      const paid = [...stage.at.alipay.transfers.values()].filter((one) =>
        one.out_biz_no.startsWith(order_id),
      );
      expect(paid).toMatchObject([{ amount: SHARE, status: 'SUCCESS' }]);
    });

    test('nothing waits at the end; books, log and read models agree with each other', async () => {
      const { page, t } = marketIn('en-US').finance;
      await page.goto('/finance');
      // Also of Stripe's statement every line has its payment or refund.
      await page.getByText(t('finance:attention.none')).waitFor(LIVE);
      const { command } = stage.at;
      expect(await command('audit.ts', ['recompute'])).toContain('every account equals its events');
      expect(await command('audit.ts', ['verify'])).toContain('are unchanged');
      expect(await command('backup.ts', ['list'])).toMatch(/\d events/);
    });
  });
});
