import { expect, test } from 'vitest';
import { bought, goodsForm, putOnSale, somebody, unitsOf } from '#ops/actors/people.ts';
import { getSandboxStatement } from '#services/contract/books/sandbox-statement.ts';
import { hrefOf, type InputOf } from '#services/contract/endpoint.ts';
import { demoVisitor } from '../demo-people.ts';
import { goTo } from '../going.ts';
import { reconciliationPages } from '../pages/reconciliation-pages.ts';
import { newCreator, signedUp } from '../people.ts';
import { seen } from '../seen.ts';
import { settled } from '../settled.ts';
import { onStage } from '../stage.ts';
import type { Visitor } from '../visitor.ts';
import { walk } from '../walk.ts';

const stage = onStage({ database: 'throwaway', demo: true });

const finance = (): Promise<Visitor> => demoVisitor(stage, 'finance', 'zh-CN');

/** A fan pays three orders of a new creator. @returns their charges */
async function threePayments(creator: Visitor, fan: Visitor): Promise<string[]> {
  await newCreator(creator, '林间', 'threepaid');
  const plan = await putOnSale(creator, goodsForm('油画定制', { name: '一幅', price: '66.60', stock: 50 }));
  await signedUp(fan, somebody('阿衡'));
  const charges: string[] = [];
  for (let nth = 0; nth < 3; nth += 1) {
    charges.push((await bought(fan, unitsOf(plan, 1))).charge_id);
  }
  return charges;
}

async function upload({ page, t }: Visitor, text: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  if (!(await dialog.isVisible())) {
    await page.getByRole('button', { name: t('books-reconciliation:upload.title') }).click();
  }
  const buffer = Buffer.from(text);
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'statement.csv', mimeType: 'text/csv', buffer });
}

const statement = async (
  { context }: Visitor,
  mistakes: InputOf<typeof getSandboxStatement> = {},
): Promise<string> => (await context.request.get(hrefOf(getSandboxStatement, mistakes))).text();

/** Chooses a day of this month, or of one of those before, for an end of the statement's period. */
async function chooseDay({ page, t }: Visitor, end: 'from' | 'to', day: number, months = 0): Promise<void> {
  await page
    .getByRole('dialog')
    .getByLabel(t(`books-reconciliation:stated.${end}`), { exact: true })
    .click();
  const calendar = page.locator('[data-dates-dropdown]');
  for (let back = 0; back < months; back += 1) {
    await calendar.getByRole('button', { name: t('books-reconciliation:stated.previousMonth') }).click();
  }
  await calendar.getByRole('button', { name: new RegExp(`^${day} `) }).click();
  await calendar.waitFor({ state: 'detached' });
}

test('a statement with one missing and one doubled line is reconciled', async () => {
  const desk = await finance();
  const { page, t } = desk;
  const dialog = page.getByRole('dialog');
  const close = async () => {
    await dialog.getByRole('button', { name: t('shell:action.close') }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  const open = (charge: string) => page.getByRole('button').filter({ hasText: charge }).click();
  const [creator, fan] = [
    await stage.visitor({ language: 'zh-CN' }),
    await stage.visitor({ language: 'zh-CN' }),
  ];
  const [missing = '', doubled = ''] = await threePayments(creator, fan);
  const text = await statement(desk, { missing, doubled });

  await goTo(page, '/finance/reconciliation');
  await page.getByText(t('books-reconciliation:items.allGood')).waitFor();
  await seen(desk, 'reconciliation-before');
  await upload(desk, 'name,price\nMug,1.00\n');
  await dialog.getByRole('alert').waitFor();
  await seen(desk, 'reconciliation-no-statement');
  await dialog.getByLabel(t('staff:reason.note')).fill('十一月账单，渠道邮件');
  await upload(desk, text);
  await dialog.getByText(t('books-reconciliation:report.good')).waitFor();
  await seen(desk, 'reconciliation-report');
  await upload(desk, text);
  await dialog.getByText(t('books-reconciliation:report.repeated')).waitFor();
  await close();

  await page.getByText(missing).waitFor();
  await page.getByText(doubled).waitFor();
  await page.getByText('十一月账单，渠道邮件').waitFor();
  await settled(page);
  await seen(desk, 'reconciliation-open');

  await open(doubled);
  await dialog.getByText(t('books-reconciliation:cause.doubled')).first().waitFor();
  await seen(desk, 'reconciliation-doubled');
  await dialog.getByRole('button', { name: t('books-reconciliation:judge.resolve') }).click();
  const form = page.getByRole('dialog', { name: t('books-reconciliation:judge.resolve') });
  await form.getByRole('button', { name: t('books-reconciliation:judge.resolve') }).click();
  await form.getByText(t('staff:reason.needed')).waitFor();
  await form.getByLabel(t('books-reconciliation:judge.reason')).fill('渠道确认重复，下期冲正');
  await seen(desk, 'reconciliation-resolve');
  await form.getByRole('button', { name: t('books-reconciliation:judge.resolve') }).click();
  await dialog.getByText('渠道确认重复，下期冲正').first().waitFor();
  await seen(desk, 'reconciliation-resolved');
  await close();
  await page.getByText(doubled).waitFor({ state: 'detached' });

  // The note is in the list of staff actions.
  await goTo(page, '/finance/audit?area=reconciliation');
  await page.getByText('十一月账单，渠道邮件').waitFor();

  // The overview links to the other one.
  await goTo(page, '/finance');
  await page.getByRole('link', { name: t('finance:attention.differenceOf', { name: '林间' }) }).click();
  await dialog.getByText(t('books-reconciliation:state.only_ours')).first().waitFor();
  await close();

  // The provider states the day again, and this time has it.
  await upload(desk, await statement(desk));
  await dialog.getByText(t('books-reconciliation:report.fresh', { count: 1 })).waitFor();
  await close();
  await page.getByText(missing).waitFor({ state: 'detached' });
  await goTo(page, '/finance/reconciliation?view=matched');
  await open(missing);
  await dialog.getByText(t('books-reconciliation:past.title')).waitFor();
  await seen(desk, 'reconciliation-matched');
});

test('its pages fit and can be read', async () => {
  const desk = await finance();
  expect(await walk(desk, await reconciliationPages(desk))).toEqual([]);
});

test('a period that cannot be, or that its lines are not in, is shown where it was chosen', async () => {
  const desk = await finance();
  const { page, t } = desk;
  const dialog = page.getByRole('dialog');
  const line = `fee_of_the_story,${new Date().toISOString()},fee,,,0.00,0.01,-0.01,CNY`;
  const text = `line_id,time,kind,reference,provider_reference,amount,fee,net,currency\n${line}\n`;
  await goTo(page, '/finance/reconciliation');
  await page.getByRole('button', { name: t('books-reconciliation:upload.title') }).click();
  await chooseDay(desk, 'from', 15, 1);
  await upload(desk, text);
  await dialog.getByText('必填', { exact: true }).waitFor();
  await chooseDay(desk, 'to', 12, 1);
  await dialog.getByText('必填', { exact: true }).waitFor({ state: 'detached' });
  await upload(desk, text);
  await dialog.getByText('结束时间须晚于开始时间').waitFor();
  await seen(desk, 'reconciliation-period-wrong');
  await chooseDay(desk, 'to', 16);
  await upload(desk, text);
  await dialog.getByText(t('books-reconciliation:outside.title', { count: 1 })).waitFor();
  await seen(desk, 'reconciliation-period-outside');
  await upload(desk, text);
  await dialog.getByText(t('books-reconciliation:report.repeated')).waitFor();
  await dialog.getByText(t('books-reconciliation:outside.text')).waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: t('shell:action.close') }).click();
  await dialog.waitFor({ state: 'detached' });

  // The import is reversed, and the file is a new one again.
  const reverse = { name: t('books-reconciliation:reversal.reverse') };
  await page
    .getByRole('table', { name: t('books-reconciliation:statements.title') })
    .getByRole('button')
    .filter({ hasText: '–' })
    .first()
    .click();
  await dialog.getByRole('button', reverse).click();
  const form = page.getByRole('dialog', reverse);
  await form.getByLabel(t('staff:reason.label')).fill('期间填错');
  await seen(desk, 'reconciliation-reverse');
  await form.getByRole('button', reverse).click();
  await dialog.getByText('期间填错').waitFor();
  await seen(desk, 'reconciliation-reversed');
  await dialog
    .getByRole('button', { name: t('shell:action.close') })
    .first()
    .click();
  await page.getByRole('cell').getByText(t('books-reconciliation:reversal.done')).waitFor();
  await upload(desk, text);
  await dialog.getByText(t('books-reconciliation:report.good')).waitFor();
});
