import { expect, it } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { finishPlans, getGuide, setShowGuide } from '#services/contract/stats/guide.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { savePlan, sponsorshipForm } from '../testing/shop.ts';
import { startTestApi } from '../testing/test-api.ts';

const api = fixture(startTestApi);
const fan = fixture(() => api.user());

it('the guide has the next steps until the first order, and can be hidden', async () => {
  const creator = await api.creator();
  const guide = async () => {
    await api.projected();
    const { show_guide, list } = await api.data(getGuide, {}, creator);
    return [show_guide, list.filter(({ status }) => status === 1).map(({ key }) => key)];
  };
  expect(await guide()).toEqual([1, ['page']]);
  expect((await api.call(finishPlans, {}, creator)).ec).toBe(40000);
  const { plan_id } = await savePlan(api, creator, sponsorshipForm);
  expect(await guide()).toEqual([1, ['page', 'plan']]);
  expect(await api.data(finishPlans, {}, creator)).toEqual({ next: 'settingGoal' });
  expect(await api.data(setShowGuide, { status: 0 }, creator)).toEqual({ show_guide: 0 });
  expect((await guide())[0]).toBe(0);
  await api.data(setShowGuide, { status: 1 }, creator);
  expect((await guide())[0]).toBe(1);
  await orderCalls(api, fan).buy({ plan_id, month: 1 });
  expect(await guide()).toEqual([0, ['page', 'plan', 'order']]);
  expect((await api.call(getGuide, {}, fan)).ec).toBe(40300);
});
