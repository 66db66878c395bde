import { expect, it } from 'vitest';
import { plainOffer } from '#events/catalog.ts';
import { asPlanId, asUserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import type { DomainEvent } from '#events/registry.ts';
import { fixture } from '#events/testing/fixture.ts';
import { readModelDatabase } from '../../testing/database.ts';
import { stepOf } from '../../testing/history.ts';
import { plansNaming, templatesOf } from './queries.ts';

const database = fixture(readModelDatabase);

const creator_id = asUserId('mei');
const rules = [{ provinces: ['31', '32'], first_fee: fenOf(500), next_fee: fenOf(100) }];
const all = { limit: 20, offset: 0 };
const saved = (template_id: string, name: string): DomainEvent => ({
  type: 'ShippingTemplateSaved',
  data: { template_id, creator_id, name, rules },
});
const deleted = (template_id: string): DomainEvent => ({
  type: 'ShippingTemplateDeleted',
  data: { template_id, creator_id },
});

/** Projects two events at a time, so most events meet an existing row. */
const happened = (...events: [string, DomainEvent][]) =>
  database.happened(events.map(([stream, event]) => stepOf(stream, creator_id, event)));
const listed = async () => {
  const page = await templatesOf(database.pool, { creator_id, ...all });
  return page.list.map(({ name, plan_count }) => [name, plan_count]);
};

it('lists a creator’s templates as they last were, oldest first, without deleted ones', async () => {
  await happened(
    ['template-a', saved('a', 'A')],
    ['template-b', saved('b', 'B')],
    ['template-c', saved('c', 'C')],
    ['template-a', saved('a', 'A2')],
    ['template-d', saved('d', 'D')],
    ['template-d', deleted('d')],
  );
  expect(await listed()).toEqual([
    ['A2', 0],
    ['B', 0],
    ['C', 0],
  ]);
  await happened(['template-b', deleted('b')]);
  expect(await listed()).toEqual([
    ['A2', 0],
    ['C', 0],
  ]);
  const second = await templatesOf(database.pool, { creator_id, limit: 1, offset: 1 });
  expect(second).toMatchObject({ total_count: 2, list: [{ template_id: 'c', rules }] });
  const none = await templatesOf(database.pool, { creator_id: 'another', ...all });
  expect(none).toMatchObject({ total_count: 0, list: [] });
});

it('knows the plans that name one and are not deleted', async () => {
  const offer = (shipping_template_id: string | null) => ({
    ...plainOffer,
    name: 'Mug',
    product_type: 1 as const,
    price: fenOf(1000),
    rank: 0,
    shipping_template_id,
  });
  const created = (plan_id: string, template: string | null): [string, DomainEvent] => [
    `plan-${plan_id}`,
    { type: 'PlanCreated', data: { plan_id: asPlanId(plan_id), creator_id, offer: offer(template) } },
  ];
  const status = (plan_id: string, to: 2 | 3): [string, DomainEvent] => [
    `plan-${plan_id}`,
    { type: 'PlanStatusChanged', data: { plan_id: asPlanId(plan_id), status: to } },
  ];
  await happened(
    created('p1', 'a'),
    created('p2', 'a'),
    created('p3', null),
    created('p4', 'a'),
    status('p2', 3),
    status('p4', 2),
  );
  const { rows } = await plansNaming(database.pool, { creator_id, template_id: 'a' });
  expect(rows.map(({ plan_id }) => plan_id).sort()).toEqual(['p1', 'p2']);
  expect(await listed()).toEqual([
    ['A2', 2],
    ['C', 0],
  ]);
});

it('after a rebuild has exactly the live rows', () =>
  database.rebuildsEqual(
    database.projections.filter(({ name }) => name === 'shipping_templates'),
    { batch: 3 },
  ));
