import { expect, test } from 'vitest';
import { goTo } from './going.ts';
import { newCreator, putOnSale } from './people.ts';
import { onStage } from './stage.ts';

const stage = onStage({ database: 'shared' });

test('a count field shows the count in force, and takes full-width digits', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  const { page, t } = creator;
  await newCreator(creator, '数量小店', 'countshop');
  const { plan_id } = await putOnSale(creator, {
    name: '明信片',
    product_type: 1,
    sku: [{ name: '春', price: '12.00', stock: 99 }],
  });
  await goTo(page, `/item/${plan_id}`);
  const field = page.getByRole('textbox', { name: t('buying:item.count') });
  for (const [typed, shown] of [
    ['88', '88'],
    ['', '88'],
    ['0', '1'],
    ['１２', '12'],
    ['200', '99'],
  ] as const) {
    await field.fill(typed);
    await field.blur();
    expect(await field.inputValue()).toBe(shown);
  }
});
