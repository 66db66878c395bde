import { bigint, id, nullable, type Row, table } from '../engine/table.ts';

/** Cases as their lists need them; the thread is in the stream. */
export const CASES = table(
  'cases',
  {
    case_id: id(),
    out_trade_no: id(),
    creator_id: id(),
    /** the fan */
    user_id: id(),
    phase: id<'open' | 'answered' | 'declined' | 'escalated' | 'accepted' | 'closed'>(),
    /** Unix milliseconds; until then the creator decides */
    due_at: bigint(),
    /** Unix milliseconds of its newest event */
    moved_at: bigint(),
    /** Unix milliseconds; null: the creator did not decline it */
    declined_at: nullable(bigint()),
    /** log position of its first event */
    opened: bigint(),
  },
  {
    key: ['case_id'],
    fillfactor: 80,
    indexes: {
      cases_of_creator: '(creator_id, due_at)',
      cases_by_phase: '(phase, moved_at)',
      cases_of_order: '(out_trade_no)',
    },
  },
);
export type CaseRow = Row<typeof CASES>;
