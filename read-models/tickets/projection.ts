import type { ClientBase } from 'pg';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { TICKET_STATUS, type TicketStatus } from '#events/status.ts';
import type { Moved, Projection } from '../engine/projection.ts';
import { insertRows, relation, upsertRows } from '../engine/rows.ts';
import { type Row, selected } from '../engine/table.ts';
import { Tally } from '../engine/tally.ts';
import {
  EVENT_ROUNDS,
  TICKET_IDENTITY,
  TICKET_PROGRESS,
  TICKET_ROUNDS,
  TICKETS,
  type TicketRow,
} from './tables.ts';

type Known = Pick<TicketRow, keyof typeof TICKET_PROGRESS | keyof typeof TICKET_IDENTITY>;
type Issued = Extract<RecordedEvent, { type: 'TicketIssued' }>;

const COUNT_OF = {
  [TICKET_STATUS.valid]: 'valid',
  [TICKET_STATUS.used]: 'used',
  [TICKET_STATUS.void]: 'void',
} as const;

const issuedRow = ({ data, position }: Issued): TicketRow => ({
  ...data,
  round_id: data.round_id ?? '',
  issued: position,
  status: TICKET_STATUS.valid,
  used_at: null,
  used_by: null,
  device: null,
  undone_at: null,
  undone_by: null,
  revision: 0,
  code: data.ticket_id,
  holder_changes: 0,
  holder_changed_at: null,
});

const CHANGES = [
  'TicketCheckedIn',
  'TicketCheckInUndone',
  'TicketHolderChanged',
  'TicketHandedOver',
  'TicketVoided',
] as const;
type TicketChange = RecordedEvent<(typeof CHANGES)[number]>;
const isChange = (event: RecordedEvent): event is TicketChange => CHANGES.some((type) => type === event.type);

/** Tickets that the batch changes but that were issued before it. */
async function knownTickets(events: readonly RecordedEvent[], tx: ClientBase): Promise<Map<string, Known>> {
  const issuedHere = new Set<string>();
  const wanted = new Set<string>();
  for (const event of events) {
    if (event.type === 'TicketIssued') issuedHere.add(event.data.ticket_id);
    else if (isChange(event)) wanted.add(event.data.ticket_id);
  }
  const older = [...wanted].filter((ticket) => !issuedHere.has(ticket));
  if (older.length === 0) return new Map();
  const { rows } = await tx.query<Known>(
    `SELECT ${selected({ ...TICKET_PROGRESS, ...TICKET_IDENTITY })} FROM tickets WHERE ticket_id = ANY ($1)`,
    [older],
  );
  return new Map(rows.map((row) => [row.ticket_id, row]));
}

/** Applies an event to the ticket. A void ticket stays void. */
function take(ticket: Known, event: RecordedEvent): void {
  const { at } = event.metadata;
  if (event.type === 'TicketVoided') Object.assign(ticket, { status: TICKET_STATUS.void });
  if (event.type === 'TicketCheckInUndone' && ticket.status === TICKET_STATUS.used) {
    const unused = { status: TICKET_STATUS.valid, used_at: null, used_by: null, device: null };
    Object.assign(ticket, { ...unused, undone_at: at, undone_by: event.data.by });
  }
  if (event.type === 'TicketHolderChanged') {
    const { holder_ref, revision, code } = event.data;
    const holder_changes = ticket.holder_changes + 1;
    Object.assign(ticket, { holder_ref, revision, code, holder_changes, holder_changed_at: at });
  }
  if (event.type === 'TicketHandedOver') {
    const { user_id, revision, code } = event.data;
    Object.assign(ticket, { user_id, revision, code });
  }
  if (event.type === 'TicketCheckedIn') {
    const { by, device, scanned_at } = event.data;
    const status: TicketStatus =
      ticket.status === TICKET_STATUS.void ? TICKET_STATUS.void : TICKET_STATUS.used;
    Object.assign(ticket, { status, used_at: scanned_at ?? at, used_by: by, device });
  }
}

async function updateTickets(tx: ClientBase, changed: readonly Known[]): Promise<void> {
  if (changed.length === 0) return;
  const { sql, values } = relation(TICKET_PROGRESS, changed);
  await tx.query(
    `UPDATE tickets t
        SET status = given.status, used_at = given.used_at, used_by = given.used_by,
            device = given.device, undone_at = given.undone_at, undone_by = given.undone_by,
            user_id = given.user_id, holder_ref = given.holder_ref, revision = given.revision, code = given.code,
            holder_changes = given.holder_changes, holder_changed_at = given.holder_changed_at
       FROM ${sql} WHERE t.ticket_id = given.ticket_id`,
    values,
  );
}

type EventRound = Row<typeof EVENT_ROUNDS>;
const roundKey = ({ plan_id, round_id }: Pick<EventRound, 'plan_id' | 'round_id'>): string =>
  `${plan_id} ${round_id}`;

/** The rounds that the batch's plans name, each as the last of them says. */
function revisedRounds(events: readonly RecordedEvent[]): Map<string, EventRound> {
  const rounds = new Map<string, EventRound>();
  for (const { type, data, metadata } of events) {
    if (type !== 'PlanCreated' && type !== 'PlanRevised') continue;
    const { plan_id, offer } = data;
    for (const { round_id, begin_time } of offer.rounds) {
      const round = { plan_id, round_id, creator_id: metadata.creator_id, begin_time };
      rounds.set(roundKey(round), round);
    }
  }
  return rounds;
}

/** Tickets can be issued after their round was moved: they begin when the round begins now. */
async function setBegins(
  tx: ClientBase,
  issued: readonly TicketRow[],
  revised: ReadonlyMap<string, EventRound>,
): Promise<void> {
  const dated = issued.filter(({ begin_time }) => begin_time !== null);
  if (dated.length === 0) return;
  const plans = [...new Set(dated.map(({ plan_id }) => plan_id))];
  const { rows } = await tx.query<EventRound>(
    `SELECT ${selected(EVENT_ROUNDS.columns)} FROM event_rounds WHERE plan_id = ANY ($1)`,
    [plans],
  );
  const known = new Map([...rows.map((round) => [roundKey(round), round] as const), ...revised]);
  for (const ticket of dated)
    ticket.begin_time = known.get(roundKey(ticket))?.begin_time ?? ticket.begin_time;
}

/** Moves the tickets of rounds that begin at another time. Returns whose they are. */
async function moveTickets(
  tx: ClientBase,
  revised: readonly EventRound[],
): Promise<Pick<TicketRow, 'creator_id' | 'user_id'>[]> {
  if (revised.length === 0) return [];
  const { sql, values } = relation(EVENT_ROUNDS.columns, revised);
  const { rows } = await tx.query<Pick<TicketRow, 'creator_id' | 'user_id'>>(
    `UPDATE tickets t SET begin_time = given.begin_time
       FROM ${sql}
      WHERE t.creator_id = given.creator_id AND t.plan_id = given.plan_id AND t.round_id = given.round_id
        AND t.begin_time IS DISTINCT FROM given.begin_time
  RETURNING t.creator_id, t.user_id`,
    values,
  );
  return rows;
}

async function project(events: readonly RecordedEvent[], tx: ClientBase): Promise<Moved> {
  const known = await knownTickets(events, tx);
  const before = new Map([...known.values()].map(({ ticket_id, status }) => [ticket_id, status]));
  const issued: TicketRow[] = [];
  for (const event of events) {
    if (event.type === 'TicketIssued') {
      const row = issuedRow(event);
      issued.push(row);
      known.set(row.ticket_id, row);
    } else if (isChange(event)) {
      const ticket = known.get(event.data.ticket_id);
      if (!ticket) throw new Error(`ticket ${event.data.ticket_id} changes but was never issued`);
      take(ticket, event);
    }
  }
  const touched = [...known.values()];
  const counts = new Tally<Pick<TicketRow, 'plan_id' | 'round_id' | 'creator_id'>, 'valid' | 'used' | 'void'>(
    ['valid', 'used', 'void'],
  );
  for (const { ticket_id, plan_id, round_id, creator_id, status } of touched) {
    const was = before.get(ticket_id);
    if (was !== undefined) counts.add({ plan_id, round_id, creator_id }, { [COUNT_OF[was]]: -1 });
    counts.add({ plan_id, round_id, creator_id }, { [COUNT_OF[status]]: 1 });
  }
  const revised = revisedRounds(events);
  const moved = await moveTickets(tx, [...revised.values()]);
  await setBegins(tx, issued, revised);
  await upsertRows(tx, EVENT_ROUNDS, [...revised.values()], { set: ['creator_id', 'begin_time'] });
  await insertRows(tx, TICKETS, issued);
  await updateTickets(
    tx,
    touched.filter(({ ticket_id }) => before.has(ticket_id)),
  );
  await upsertRows(tx, TICKET_ROUNDS, counts.rows(), { add: ['valid', 'used', 'void'] });
  return {
    creators: new Set([...touched, ...moved].map(({ creator_id }) => creator_id)),
    users: new Set([...touched, ...moved].map(({ user_id }) => user_id)),
  };
}

/** A row per ticket with the time of its round, and how many of each round are still good, were used and are void. */
export const tickets: Projection = {
  name: 'tickets',
  version: 7,
  types: ['TicketIssued', ...CHANGES, 'PlanCreated', 'PlanRevised'],
  whole: ['ticket'],
  tables: [TICKETS, TICKET_ROUNDS, EVENT_ROUNDS],
  project,
};
