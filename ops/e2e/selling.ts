import { expect } from 'vitest';
import type { Person } from '#ops/actors/people.ts';
import type { Visitor } from './visitor.ts';

/** Creates an account on /reg, with the code from the sandbox outbox on the page. */
export async function register({ page, t }: Visitor, person: Person): Promise<void> {
  await page.goto('/reg');
  await page.getByLabel(t('accounts:field.account')).fill(person.account);
  await page.getByRole('button', { name: t('accounts:code.send') }).click();
  const [before = '', after = ''] = t('accounts:outbox.use', { code: '|' }).split('|');
  await page.getByRole('button', { name: new RegExp(`^${before}\\d{6}${after}$`) }).click();
  await page.getByRole('textbox', { name: t('accounts:field.name'), exact: true }).fill(person.name);
  await page.getByLabel(t('accounts:field.password'), { exact: true }).fill(person.password);
  await page.getByRole('button', { name: t('accounts:reg.submit'), exact: true }).click();
  await page.waitForURL('/feed');
}

/** Opens /apply from the menu and creates the page. */
export async function apply({ page, t }: Visitor, slug: string): Promise<void> {
  await page
    .getByRole('link', { name: t('shell:nav.apply') })
    .first()
    .click();
  await page.getByLabel(t('creator:page.slug')).fill(slug);
  await page.getByLabel(t('creator:page.doing')).fill('Watercolours');
  await page.getByLabel(t('creator:page.detail')).fill('I paint small gardens.');
  await expect.poll(() => page.getByText(t('creator:page.slugState.free')).isVisible()).toBe(true);
  await page.getByRole('button', { name: t('creator:apply.submit') }).click();
  await page.waitForURL('/dashboard/stats');
}

interface Sponsorship {
  name: string;
  price: string;
}

/** Makes a sponsorship plan in the editor, from the first steps of the overview. */
export async function publishPlan({ page, t }: Visitor, { name, price }: Sponsorship): Promise<void> {
  await page.getByRole('link', { name: t('creator:first.makePlan') }).click();
  await page.getByRole('textbox', { name: t('catalog-editor:editor.name'), exact: true }).fill(name);
  await page.getByLabel(t('catalog-editor:editor.priceMonth')).fill(price);
  await page.getByRole('button', { name: t('catalog-editor:editor.publish') }).click();
  await page.waitForURL('/setting/plan');
  await page.getByRole('link', { name, exact: true }).waitFor();
}

interface Product {
  name: string;
  skus: readonly { name: string; price: string; stock: number }[];
  /** How many of it one fan may ever buy. */
  limit: number;
}

/** Makes a product with its models, stock and a limit over all of them. */
export async function publishProduct({ page, t }: Visitor, { name, skus, limit }: Product): Promise<void> {
  await page.goto('/setting/shop');
  await page
    .getByRole('link', { name: t('catalog-editor:shop.add') })
    .first()
    .click();
  await page.getByRole('textbox', { name: t('catalog-editor:editor.name'), exact: true }).fill(name);
  for (const [index, sku] of skus.entries()) {
    if (index > 0) await page.getByRole('button', { name: t('catalog-editor:sku.add') }).click();
    await page.getByLabel(t('catalog-editor:sku.name'), { exact: true }).nth(index).fill(sku.name);
    await page.getByLabel(t('catalog-editor:sku.price'), { exact: true }).nth(index).fill(sku.price);
    await page.getByLabel(t('catalog-editor:sku.stock'), { exact: true }).nth(index).fill(String(sku.stock));
  }
  await page.getByRole('switch', { name: t('catalog-editor:limit.product') }).click();
  await page.getByLabel(t('catalog-editor:limit.count'), { exact: true }).fill(String(limit));
  await page.getByRole('combobox', { name: t('catalog-editor:limit.period'), exact: true }).click();
  await page.getByRole('option', { name: t('catalog-editor:limit.periods.-1') }).click();
  await page.getByRole('button', { name: t('catalog-editor:editor.publish') }).click();
  await page.waitForURL('/setting/shop');
  await page.getByRole('link', { name, exact: true }).waitFor();
}
