import type { ClientBase } from 'pg';
import type { RecordedEvent } from '#events/recorded-event.ts';
import type { Moved, Projection } from '../engine/projection.ts';
import { insertRows, relation, upsertRows } from '../engine/rows.ts';
import { pick } from '../engine/table.ts';
import { type BatchRow, type CodeMove, type CodeRow, REDEEM_BATCHES, REDEEM_CODES } from './tables.ts';

interface Changes {
  codes: CodeRow[];
  batches: Map<string, BatchRow>;
  moves: Map<string, CodeMove>;
  creators: Set<string>;
}

function collect(events: readonly RecordedEvent[]): Changes {
  const changes: Changes = { codes: [], batches: new Map(), moves: new Map(), creators: new Set() };
  const move = (code_id: string): CodeMove => {
    const known = changes.moves.get(code_id) ?? { code_id, held: 0, used: 0, revoked: false };
    changes.moves.set(code_id, known);
    return known;
  };
  for (const event of events) {
    changes.creators.add(event.metadata.creator_id);
    switch (event.type) {
      case 'RedeemCodeIssued':
        issued(changes, event);
        break;
      case 'RedeemCodeHeld':
        move(event.data.code_id).held += 1;
        break;
      case 'RedeemCodeUsed': {
        const moved = move(event.data.code_id);
        moved.held -= 1;
        moved.used += 1;
        break;
      }
      case 'RedeemCodeReleased':
        move(event.data.code_id)[event.data.used ? 'used' : 'held'] -= 1;
        break;
      case 'RedeemCodeRevoked':
        move(event.data.code_id).revoked = true;
        break;
      default:
        break;
    }
  }
  return changes;
}

function issued({ codes, batches }: Changes, event: RecordedEvent & { type: 'RedeemCodeIssued' }): void {
  const { code_id, redeem_id, batch_id, number, creator_id, plan_id, sku_id, uses, valid_until, month } =
    event.data;
  codes.push({ code_id, redeem_id, batch_id, number, creator_id, uses, held: 0, used: 0, revoked: false });
  const batch = batches.get(batch_id) ?? {
    batch_id,
    creator_id,
    plan_id,
    sku_id: sku_id ?? '',
    month,
    uses,
    valid_until,
    codes: 0,
    held: 0,
    used: 0,
    revoked: 0,
    created: event.position,
    issued_at: event.metadata.at,
  };
  batch.codes += 1;
  batches.set(batch_id, batch);
}

/** Changes codes and the counts of their batches. A withdrawn code's uses count while no order holds them. */
async function apply(moves: readonly CodeMove[], tx: ClientBase): Promise<void> {
  if (moves.length === 0) return;
  const { sql, values } = relation(pick(REDEEM_CODES, 'code_id', 'held', 'used', 'revoked'), moves);
  await tx.query(
    `WITH moved AS (
       UPDATE redeem_codes AS c
          SET held = c.held + given.held, used = c.used + given.used, revoked = c.revoked OR given.revoked
         FROM ${sql} WHERE c.code_id = given.code_id
       RETURNING c.batch_id, given.held, given.used,
                 CASE WHEN c.revoked THEN c.uses - c.held - c.used ELSE 0 END
                 - CASE WHEN c.revoked AND NOT given.revoked
                        THEN c.uses - c.held - c.used + given.held + given.used ELSE 0 END AS revoked
     ), sums AS (
       SELECT batch_id, sum(held) AS held, sum(used) AS used, sum(revoked) AS revoked
         FROM moved GROUP BY batch_id
     )
     UPDATE redeem_batches AS b
        SET held = b.held + sums.held, used = b.used + sums.used, revoked = b.revoked + sums.revoked
       FROM sums WHERE b.batch_id = sums.batch_id`,
    values,
  );
}

async function project(events: readonly RecordedEvent[], tx: ClientBase): Promise<Moved> {
  const { codes, batches, moves, creators } = collect(events);
  await insertRows(tx, REDEEM_CODES, codes);
  await upsertRows(tx, REDEEM_BATCHES, [...batches.values()], { add: ['codes'] });
  await apply([...moves.values()], tx);
  return { creators, users: new Set() };
}

/** Redeem codes by batch, with their used, pending and revoked uses. */
export const redeem: Projection = {
  name: 'redeem',
  version: 1,
  types: ['RedeemCodeIssued', 'RedeemCodeHeld', 'RedeemCodeUsed', 'RedeemCodeReleased', 'RedeemCodeRevoked'],
  whole: ['redeem'],
  tables: [REDEEM_CODES, REDEEM_BATCHES],
  project,
};
