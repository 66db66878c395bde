import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { creatorCard, exploreCreators } from '#services/contract/catalog/creators.ts';
import { envelope, list } from '#services/contract/fields/fields.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { savePlan, sponsorshipForm } from '../testing/shop.ts';
import { startTestApi } from '../testing/test-api.ts';

const api = fixture(startTestApi);

test('creators with the most paying fans come first, then all others', async () => {
  const names = ['nobody', 'one fan', 'two fans'];
  const fans = [await api.user(), await api.user()];
  for (const [paying, name] of names.entries()) {
    const plan = await savePlan(api, await api.creator(name), sponsorshipForm);
    for (const fan of fans.slice(0, paying)) {
      const calls = orderCalls(api, fan);
      await calls.buy({ plan_id: plan.plan_id });
    }
  }
  await api.projected();
  const explored = async (query: object) => {
    const answer = await api.call(exploreCreators, { ...query });
    return envelope(list(creatorCard))
      .parse(answer)
      .data.list.map(({ name }) => name);
  };
  expect(await explored({ rec: 1 })).toEqual(['two fans', 'one fan', 'nobody']);
  expect(await explored({})).toEqual(names);
});
