import { expect, test } from 'vitest';
import { getInitConfig } from '#services/contract/accounts/accounts.ts';
import { goTo } from '../going.ts';
import { seen } from '../seen.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared' });

test.each(['zh-CN', 'en-US'] as const)(
  'the operator’s pages are linked, and agreed to (%s)',
  async (language) => {
    const guest = await stage.visitor({ language });
    const { page, t } = guest;
    await page.route(`**${getInitConfig.path}`, async (route) => {
      const answer = await (await route.fetch()).json();
      const address = (name: string) => `https://example.com/${name}`;
      const pages = { terms: address('terms'), privacy: address('privacy'), help: '' };
      const operator = { name: 'Example', terms_version: '2026-11-30', icp_number: '京ICP备12345678号' };
      answer.data.operator = { ...operator, ...pages };
      await route.fulfill({ json: answer });
    });
    await goTo(page, '/reg');
    const footer = page.locator('footer');
    await footer.getByRole('link', { name: '京ICP备12345678号' }).waitFor();
    expect(await footer.getByText(t('shell:footer.help')).count()).toBe(0);
    const terms = page.locator('main').getByRole('link', { name: t('shell:footer.terms') });
    expect(await terms.getAttribute('href')).toBe('https://example.com/terms');
    await seen(guest, `reg-agree-${language}`);
  },
);
