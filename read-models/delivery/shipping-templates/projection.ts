import type { ClientBase } from 'pg';
import type { ShippingRule } from '#events/catalog.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import type { Moved, Projection } from '../../engine/projection.ts';
import { upsertRows } from '../../engine/rows.ts';
import { bigint, id, json, type Row, table, text } from '../../engine/table.ts';

export const SHIPPING_TEMPLATES = table(
  'shipping_templates',
  {
    template_id: id(),
    creator_id: id(),
    name: text(),
    /** money in fen */
    rules: json<ShippingRule[]>(),
    created: bigint(),
    updated_at: bigint(),
  },
  {
    key: ['template_id'],
    indexes: {
      shipping_templates_of_creator: '(creator_id, created)',
    },
  },
);

async function project(events: readonly RecordedEvent[], tx: ClientBase): Promise<Moved> {
  const templates = new Map<string, Row<typeof SHIPPING_TEMPLATES>>();
  const gone = new Set<string>();
  const creators = new Set<string>();
  for (const event of events) {
    creators.add(event.metadata.creator_id);
    if (event.type === 'ShippingTemplateSaved') {
      const { template_id, creator_id, name, rules } = event.data;
      const created = templates.get(template_id)?.created ?? event.position;
      const updated_at = event.metadata.at;
      templates.set(template_id, {
        template_id,
        creator_id,
        name,
        rules: JSON.stringify(rules),
        created,
        updated_at,
      });
    } else if (event.type === 'ShippingTemplateDeleted') {
      templates.delete(event.data.template_id);
      gone.add(event.data.template_id);
    }
  }
  await upsertRows(tx, SHIPPING_TEMPLATES, [...templates.values()], { set: ['name', 'rules', 'updated_at'] });
  await tx.query('DELETE FROM shipping_templates WHERE template_id = ANY ($1)', [[...gone]]);
  return { creators, users: new Set() };
}

/** Each creator's shipping templates that are not deleted. */
export const shippingTemplates: Projection = {
  name: 'shipping_templates',
  version: 1,
  types: ['ShippingTemplateSaved', 'ShippingTemplateDeleted'],
  whole: ['template'],
  tables: [SHIPPING_TEMPLATES],
  project,
};
