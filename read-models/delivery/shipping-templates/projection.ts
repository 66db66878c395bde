import type { ClientBase } from 'pg';
import type { Moved, ProjectedEvent, Projection } from '../../engine/projection.ts';
import { type Columns, relation } from '../../engine/rows.ts';

interface TemplateRow {
  template_id: string;
  creator_id: string;
  name: string;
  rules: string;
  /** Log position at which it was made. */
  created: number;
  updated_at: number;
}

const COLUMNS: Columns<TemplateRow> = {
  template_id: 'text',
  creator_id: 'text',
  name: 'text',
  rules: 'json',
  created: 'bigint',
  updated_at: 'bigint',
};

const DDL = `
  CREATE TABLE shipping_templates (
    template_id text COLLATE "C" PRIMARY KEY,
    creator_id  text COLLATE "C" NOT NULL,
    name        text NOT NULL,
    -- ShippingRule[], money in fen
    rules       json NOT NULL,
    created     bigint NOT NULL,
    updated_at  bigint NOT NULL
  );`;

const INDEXES = `
  CREATE INDEX IF NOT EXISTS shipping_templates_of_creator ON shipping_templates (creator_id, created);`;

async function project(events: readonly ProjectedEvent[], tx: ClientBase): Promise<Moved> {
  const kept = new Map<string, TemplateRow>();
  const gone = new Set<string>();
  const creators = new Set<string>();
  for (const event of events) {
    creators.add(event.metadata.creator_id);
    if (event.type === 'ShippingTemplateSaved') {
      const { template_id, creator_id, name, rules } = event.data;
      const created = kept.get(template_id)?.created ?? event.position;
      const updated_at = event.metadata.at;
      kept.set(template_id, {
        template_id,
        creator_id,
        name,
        rules: JSON.stringify(rules),
        created,
        updated_at,
      });
    } else if (event.type === 'ShippingTemplateDeleted') {
      kept.delete(event.data.template_id);
      gone.add(event.data.template_id);
    }
  }
  const { sql, names, values } = relation(COLUMNS, [...kept.values()]);
  await tx.query(
    `INSERT INTO shipping_templates (${names}) SELECT ${names} FROM ${sql}
     ON CONFLICT (template_id) DO UPDATE
       SET name = excluded.name, rules = excluded.rules, updated_at = excluded.updated_at`,
    values,
  );
  await tx.query('DELETE FROM shipping_templates WHERE template_id = ANY ($1)', [[...gone]]);
  return { creators, users: new Set() };
}

/** Each creator's shipping templates that are not deleted. */
export const shippingTemplates: Projection = {
  name: 'shipping_templates',
  version: 1,
  types: ['ShippingTemplateSaved', 'ShippingTemplateDeleted'],
  whole: ['template'],
  tables: ['shipping_templates'],
  ddl: DDL,
  indexes: INDEXES,
  project,
};
