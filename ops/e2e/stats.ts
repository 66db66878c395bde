import { expect } from 'vitest';
import type { Visitor } from './visitor.ts';

/** An amount or count on the screen as a number: `−¥1,234.50` is -1234.5. */
const numberIn = (text: string): number => Number(text.replace('−', '-').replace(/[^\d.-]/g, ''));

/** The label of the figure of today's income when it is that much. */
export const incomeToday = ({ t }: Visitor, value: string): string =>
  t('shell:figure.explain', { label: t('stats:card.today'), value });

interface News {
  /** Label of the figure that the order moves. */
  figure: string;
  /** Number of the order that is listed as paid among the newest. */
  order: string;
}

/** When the open overview first showed the figure and the paid order, in ms since 1970. */
export function whenShown({ page, t }: Visitor, { figure, order }: News): Promise<number> {
  // One promise inside the page: asking it again and again from outside would measure the asking.
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          const moved = document.querySelector(`button[aria-label="${wanted.figure}"]`);
          const row = document.querySelector(`main a[href*="${wanted.order}"]`);
          if (moved === null || row?.textContent?.includes(wanted.paid) !== true) return;
          observer.disconnect();
          resolve(Date.now());
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, {
          attributes: true,
          childList: true,
          subtree: true,
          characterData: true,
        });
        look();
      }),
    { figure, order, paid: t('orders-received:status.success') },
  );
}

/** Every figure of the open overview by its whole label; each is a button that opens what makes it up. */
export async function statsOf({ page, t }: Visitor): Promise<string[]> {
  const [, tail = ''] = t('shell:figure.explain', { label: '', value: '|' }).split('|');
  const buttons = page.getByRole('button', { name: tail.trim() });
  const labels = await buttons.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
  expect(labels.length).toBeGreaterThan(0);
  return labels;
}

interface Explained {
  /** The figure on the page. */
  shown: number;
  /** The same as the drawer has it. */
  sum: number;
  /** The contribution of each listed order. */
  contributions: number[];
  /** The number of events below each of them. */
  events: number[];
}

/** Opens what makes a figure up, and every order in it; closes it again. */
export async function explain({ page, t }: Visitor, label: string): Promise<Explained> {
  const figure = page.getByRole('button', { name: label, exact: true });
  const shown = numberIn((await figure.locator('p').textContent()) ?? '');
  await figure.click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText(t('stats-explain:equal')).waitFor();
  const sum = numberIn(
    (await drawer.locator('.mantine-Paper-root').first().locator('p').first().textContent()) ?? '',
  );
  const contributions: number[] = [];
  const events: number[] = [];
  for (const order of await drawer.locator('.mantine-Accordion-item').all()) {
    const control = order.locator('.mantine-Accordion-control');
    const added = control.getByText(/^\+/);
    // Of a count, each line is one.
    contributions.push((await added.count()) === 0 ? 1 : numberIn((await added.textContent()) ?? ''));
    if ((await control.getAttribute('aria-expanded')) !== 'true') await control.click();
    const story = order.getByText(t('stats-explain:event.placed'), { exact: false });
    await story.first().waitFor();
    events.push(await order.locator('.mantine-Timeline-item').count());
  }
  await drawer.getByRole('button', { name: t('shell:action.close') }).click();
  await drawer.waitFor({ state: 'detached' });
  return { shown, sum, contributions, events };
}
