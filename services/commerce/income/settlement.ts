import type { SettlementEvent } from '#events/income.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { Millis } from '#events/time.ts';
import { streamKind } from '../engine/stream-kind.ts';

/** A creator's business month: settled once, with its evidence, or not yet. */
type SettlementState = { phase: 'open' } | { phase: 'settled'; evidence: SettlementEvent['data'] };

const noSettlement: SettlementState = { phase: 'open' };

const evolveSettlement = (state: SettlementState, event: DomainEvent, _at: Millis): SettlementState =>
  event.type === 'MonthSettled' ? { phase: 'settled', evidence: event.data } : state;

export const settlementKind = streamKind<SettlementState>('settlement', noSettlement, evolveSettlement, {
  shape: 2,
});
