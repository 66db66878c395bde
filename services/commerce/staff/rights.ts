import type { DomainEvent } from '#events/registry.ts';

/** Of one creator: whether each right that was ever revoked is revoked now. */
export type RightsState = Readonly<Record<string, boolean>>;

export const noRights: RightsState = {};

export function evolveRights(state: RightsState, event: DomainEvent): RightsState {
  switch (event.type) {
    case 'CreatorRightTaken':
    case 'CreatorRightReturned':
      return { ...state, [event.data.right]: event.type === 'CreatorRightTaken' };
    default:
      return state;
  }
}
