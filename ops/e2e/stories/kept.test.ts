import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { somebody } from '#ops/actors/people.ts';
import { listAddresses } from '#services/contract/delivery/addresses.ts';
import { goTo } from '../going.ts';
import { looksRight } from '../page-checks.ts';
import { signedUp } from '../people.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared' });

/** A dialog must fit and be readable like a page. */
test('a fan keeps addresses on a phone: region by region, default, change, delete', async () => {
  const fan = await stage.visitor({ language: 'zh-CN', width: 360 });
  const { page, t } = fan;
  await signedUp(fan, somebody('林小满'));
  await goTo(page, '/setting/account');
  await page.getByRole('link', { name: t('delivery-addresses:tab') }).click();
  await page.getByText(t('delivery-addresses:empty')).waitFor();
  await page.getByRole('button', { name: t('delivery-addresses:add') }).click();
  const dialog = page.getByRole('dialog');
  const save = dialog.getByRole('button', { name: t('shell:action.save') });
  const field = (name: 'name' | 'phone' | 'detail' | 'province' | 'city' | 'area' | 'street') =>
    dialog.getByLabel(t(`delivery-addresses:field.${name}`));

  await save.click();
  await dialog.getByText(t('delivery-addresses:error.name')).waitFor();
  await dialog.getByText(t('delivery-addresses:error.phone')).waitFor();
  await field('name').fill('林小满');
  await field('phone').fill('123');
  await field('province').selectOption('浙江省');
  await field('city').selectOption('杭州市');
  await field('area').selectOption('西湖区');
  await field('street').selectOption('北山街道');
  await field('detail').fill('文三路 42 号');
  await looksRight(fan);
  await save.click();
  await dialog.getByText('格式不正确').waitFor();
  await field('phone').fill('138 0013 8000');
  await save.click();
  await page.getByText('浙江省杭州市西湖区北山街道文三路 42 号').waitFor();
  await page.getByText(t('delivery-addresses:default'), { exact: true }).waitFor();

  // In Beijing the city is chosen automatically; another province clears the fields of the former one.
  await page.getByRole('button', { name: t('delivery-addresses:editOf', { name: '林小满' }) }).click();
  await field('province').selectOption('北京市');
  await expect.poll(() => field('city').inputValue()).toBe('110100');
  await expect.poll(() => field('area').inputValue()).toBe('');
  await field('area').selectOption('东城区');
  await save.click();
  await page.getByText('北京市东城区文三路 42 号').waitFor();

  await page.getByRole('button', { name: t('delivery-addresses:add') }).click();
  await field('name').fill('妈妈');
  await field('phone').fill('13912345678');
  await field('province').selectOption('广东省');
  await field('city').selectOption('东莞市');
  await field('area').waitFor({ state: 'detached' });
  await field('detail').fill('南城 1 号');
  await save.click();
  await page.getByRole('button', { name: t('delivery-addresses:makeDefaultOf', { name: '妈妈' }) }).click();
  await page
    .getByRole('button', { name: t('delivery-addresses:makeDefaultOf', { name: '林小满' }) })
    .waitFor();
  await page.getByRole('button', { name: t('delivery-addresses:deleteOf', { name: '妈妈' }) }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('delivery-addresses:delete'), exact: true })
    .click();
  await page.getByText('广东省东莞市南城 1 号').waitFor({ state: 'detached' });
  expect(await call(fan, listAddresses)).toMatchObject({
    list: [{ name: '林小满', is_default: true, area: '110101' }],
  });
});

test('a fan saves an address abroad on a phone, and moves it back to the mainland', async () => {
  const fan = await stage.visitor({ language: 'en-US', width: 390 });
  const { page, t } = fan;
  await signedUp(fan, somebody('Ada'));
  await goTo(page, '/setting/address');
  await page.getByRole('button', { name: t('delivery-addresses:add') }).click();
  const dialog = page.getByRole('dialog');
  const save = dialog.getByRole('button', { name: t('shell:action.save') });
  const field = (
    name: 'name' | 'phone' | 'detail' | 'country' | 'cityName' | 'postalCode' | 'province' | 'city',
  ) => dialog.getByLabel(t(`delivery-addresses:field.${name}`));
  await field('name').fill('Ada');
  await field('phone').fill('+1 212 555 0100 ext. 12');
  await field('country').selectOption('United States');
  await field('province').waitFor({ state: 'detached' });
  await field('cityName').fill('New York');
  await field('postalCode').fill('1000');
  await field('detail').fill('5 Main Street\nApartment 7');
  await looksRight(fan);
  await save.click();
  await dialog.getByText('Please enter a valid postal code').waitFor();
  await field('postalCode').fill('10001');
  await save.click();
  await page.getByText('5 Main Street, Apartment 7, New York, 10001, United States').waitFor();
  await page.getByText('+12125550100 ext. 12').waitFor();
  await looksRight(fan);

  await page.getByRole('button', { name: t('delivery-addresses:editOf', { name: 'Ada' }) }).click();
  await expect.poll(() => field('detail').inputValue()).toBe('5 Main Street\nApartment 7');
  await field('country').selectOption('Mainland China');
  await save.click();
  await dialog.getByText(t('delivery-addresses:error.province')).waitFor();
  await field('province').selectOption('上海市');
  await expect.poll(() => field('city').inputValue()).toBe('310100');
  await dialog.getByLabel(t('delivery-addresses:field.area')).selectOption('黄浦区');
  await save.click();
  await page.getByText('上海市黄浦区5 Main Street Apartment 7').waitFor();
});

test('a fan saves ticket holders, and sees them masked', async () => {
  const fan = await stage.visitor({ language: 'en-US' });
  const { page, t } = fan;
  await signedUp(fan, somebody('Noor'));
  await goTo(page, '/setting/identity');
  await page.getByRole('button', { name: t('tickets-identities:add') }).click();
  const dialog = page.getByRole('dialog');
  const save = dialog.getByRole('button', { name: t('shell:action.save') });
  const [name, number] = [
    dialog.getByLabel(t('tickets-identities:field.name')),
    dialog.getByLabel(t('tickets-identities:field.number')),
  ];
  await name.fill('张三');
  await number.fill('110101199003070012');
  await looksRight(fan);
  await save.click();
  await dialog.getByText(t('tickets-identities:error.resident_id')).waitFor();
  await number.fill('110101199003070011');
  await save.click();
  await page.getByText('110***********0011').waitFor();

  await page.getByRole('button', { name: t('tickets-identities:add') }).click();
  await name.fill('Ada');
  await dialog.getByLabel(t('tickets-identities:field.document'), { exact: true }).selectOption('Passport');
  await number.fill('123');
  await looksRight(fan);
  await save.click();
  await dialog.getByText(t('tickets-identities:error.passport')).waitFor();
  await number.fill('e1234 5678');
  await save.click();
  await page.getByText('E******78').waitFor();
  await page.getByRole('button', { name: t('tickets-identities:deleteOf', { name: 'A**' }) }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('tickets-identities:delete'), exact: true })
    .click();
  await page.getByText('E******78').waitFor({ state: 'detached' });

  await page.getByRole('button', { name: t('tickets-identities:editOf', { name: '张*' }) }).click();
  await name.fill('张三丰');
  await save.click();
  await page.getByText('张**', { exact: true }).waitFor();
  expect(await page.content()).not.toContain('19900307');

  await page.getByRole('button', { name: t('tickets-identities:deleteOf', { name: '张**' }) }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('tickets-identities:delete'), exact: true })
    .click();
  await page.getByText(t('tickets-identities:empty')).waitFor();
});
