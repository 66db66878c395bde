import type { DomainEvent } from '#events/registry.ts';
import { streamKind } from '../engine/stream-kind.ts';

/** Of one creator: whether each right that was ever revoked is revoked now. */
type RightsState = Readonly<Record<string, boolean>>;

const noRights: RightsState = {};

function evolveRights(state: RightsState, event: DomainEvent): RightsState {
  switch (event.type) {
    case 'CreatorRightTaken':
    case 'CreatorRightReturned':
      return { ...state, [event.data.right]: event.type === 'CreatorRightTaken' };
    default:
      return state;
  }
}

export const rightsKind = streamKind<RightsState>('rights', noRights, evolveRights, { shape: 1 });
