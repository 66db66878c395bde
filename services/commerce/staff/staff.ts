import type { DomainEvent } from '#events/registry.ts';
import type { StaffRoleName } from '#events/staff.ts';
import { streamKind } from '../engine/stream-kind.ts';

/** Of one person: whether each role ever granted is active. */
type StaffState = Readonly<Partial<Record<StaffRoleName, boolean>>>;

const noStaff: StaffState = {};

function evolveStaff(state: StaffState, event: DomainEvent): StaffState {
  switch (event.type) {
    case 'StaffRoleGranted':
    case 'StaffRoleRevoked':
      return { ...state, [event.data.role]: event.type === 'StaffRoleGranted' };
    default:
      return state;
  }
}

export const staffKind = streamKind<StaffState>('staff', noStaff, evolveStaff, { shape: 1 });
