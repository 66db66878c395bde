import type { DomainEvent } from '#events/registry.ts';
import type { SettlementEvent } from '#events/settlement.ts';
import type { Millis } from '#events/time.ts';

/** A creator's business month: settled once, with its evidence, or not yet. */
export type SettlementState = { phase: 'open' } | { phase: 'settled'; evidence: SettlementEvent['data'] };

export const noSettlement: SettlementState = { phase: 'open' };

export const evolveSettlement = (state: SettlementState, event: DomainEvent, _at: Millis): SettlementState =>
  event.type === 'MonthSettled' ? { phase: 'settled', evidence: event.data } : state;
