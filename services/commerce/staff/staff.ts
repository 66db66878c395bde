import type { DomainEvent } from '#events/registry.ts';
import type { StaffRoleName } from '#events/staff.ts';

/** Of one person: whether each role ever granted is active. */
export type StaffState = Readonly<Partial<Record<StaffRoleName, boolean>>>;

export const noStaff: StaffState = {};

export function evolveStaff(state: StaffState, event: DomainEvent): StaffState {
  switch (event.type) {
    case 'StaffRoleGranted':
    case 'StaffRoleRevoked':
      return { ...state, [event.data.role]: event.type === 'StaffRoleGranted' };
    default:
      return state;
  }
}
