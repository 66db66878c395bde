import { describe, expect, it } from 'vitest';
import { CREATOR, given, LI, WANG } from '../testing/scenario.ts';
import { type ChangeRole, changeRole } from './change-role.ts';

const change = (granted: boolean, more: Partial<ChangeRole> = {}) =>
  changeRole({
    user_id: LI,
    role: 'finance',
    granted,
    by: CREATOR,
    reason: 'holidays',
    held: false,
    admins: [CREATOR],
    ...more,
  });

describe('a role of staff', () => {
  it('is given and taken away with who did it and why, each once', () => {
    const scenario = given();
    const data = { user_id: LI, role: 'finance', by: CREATOR, reason: 'holidays' };
    expect(scenario.accepts(change(true))).toMatchObject({
      result: { changed: true },
      events: [{ type: 'StaffRoleGranted', data }],
    });
    expect(scenario.accepts(change(true)).events).toEqual([]);
    expect(scenario.accepts(change(true, { role: 'support' })).events).toHaveLength(1);
    expect(scenario.accepts(change(false, { held: true })).events).toMatchObject([
      { type: 'StaffRoleRevoked', data },
    ]);
    expect(scenario.accepts(change(false, { held: true })).events).toEqual([]);
  });

  it('that is older than its events is taken away with one all the same', () => {
    expect(given().accepts(change(false)).events).toEqual([]);
    expect(given().accepts(change(false, { held: true, by: null })).events).toMatchObject([
      { type: 'StaffRoleRevoked', data: { by: null } },
    ]);
    expect(given().accepts(change(true, { held: true })).events).toEqual([]);
  });

  it('of the last admin stays, also by the command line', () => {
    const scenario = given();
    const last = { role: 'admin', user_id: CREATOR, held: true, by: null } as const;
    expect(scenario.refuses(change(false, last))).toMatchObject({
      errors: [{ field: 'role', message: { key: 'last_admin' } }],
    });
    expect(scenario.accepts(change(true, { role: 'admin' })).events).toHaveLength(1);
    const two = { ...last, admins: [CREATOR, LI] };
    expect(scenario.accepts(change(false, two)).events).toMatchObject([{ type: 'StaffRoleRevoked' }]);
  });

  it('of an admin who was taken it a moment before changes nothing any more', () => {
    const scenario = given();
    const admins = [CREATOR, LI];
    const taken = { role: 'admin', held: true, admins } as const;
    expect(scenario.accepts(change(false, { ...taken, user_id: LI, by: CREATOR })).events).toHaveLength(1);
    expect(scenario.refuses(change(false, { ...taken, user_id: CREATOR, by: LI }))).toEqual({
      code: 'not_allowed',
    });
    expect(scenario.refuses(change(true, { user_id: WANG, by: LI, admins }))).toEqual({
      code: 'not_allowed',
    });
  });

  it('is never changed by oneself, nor without a reason', () => {
    expect(given().refuses(change(true, { by: LI }))).toEqual({ code: 'not_allowed' });
    expect(given().refuses(change(true, { reason: '  ' }))).toMatchObject({ errors: [{ field: 'reason' }] });
  });
});
