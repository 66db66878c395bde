import { describe, expect, it } from 'vitest';
import { CREATOR, given, LI, WANG } from '../testing/scenario.ts';
import { type DecideCertification, decideCertification } from './decide-certification.ts';

const decide = (verdict: DecideCertification['verdict'], more: Partial<DecideCertification> = {}) =>
  decideCertification({
    user_id: CREATOR,
    application_id: 'shown-1',
    verdict,
    by: LI,
    reason: 'says so',
    certified: false,
    ...more,
  });
const closed = { code: 'state_does_not_allow' };

describe("a creator's submission", () => {
  it('is approved once, with its actor; a later rejection is refused', () => {
    const scenario = given();
    expect(scenario.accepts(decide('approve', { reason: '' })).events).toEqual([
      {
        type: 'CertificationApproved',
        data: { user_id: CREATOR, application_id: 'shown-1', by: LI, reason: '' },
      },
    ]);
    expect(scenario.accepts(decide('approve', { by: WANG }))).toEqual({
      result: { changed: false },
      events: [],
    });
    expect(scenario.refuses(decide('reject', { by: WANG }))).toEqual(closed);
    expect(scenario.refuses(decide('hold', { by: WANG }))).toEqual(closed);
  });

  it('is rejected once; new evidence is a new submission', () => {
    const scenario = given();
    expect(scenario.accepts(decide('reject')).events).toMatchObject([{ type: 'CertificationRejected' }]);
    expect(scenario.accepts(decide('reject', { by: WANG })).events).toEqual([]);
    expect(scenario.refuses(decide('approve', { by: WANG }))).toEqual(closed);
    const renewed = { application_id: 'shown-2' };
    expect(scenario.accepts(decide('approve', renewed)).events).toMatchObject([
      { type: 'CertificationApproved', data: renewed },
    ]);
  });

  it('waits when it is held, and can be judged then', () => {
    const scenario = given();
    expect(scenario.accepts(decide('hold')).events).toMatchObject([{ type: 'CertificationHeld' }]);
    expect(scenario.accepts(decide('hold')).events).toEqual([]);
    expect(scenario.accepts(decide('reject')).events).toHaveLength(1);
  });
});

describe('a certification', () => {
  const unasked = { application_id: null };
  it('is granted without an application, revoked, and granted again', () => {
    const scenario = given();
    expect(scenario.accepts(decide('approve', unasked)).events).toHaveLength(1);
    expect(scenario.accepts(decide('approve', unasked)).events).toEqual([]);
    expect(scenario.accepts(decide('revoke', unasked)).events).toMatchObject([
      { type: 'CertificationRevoked', data: { by: LI, reason: 'says so' } },
    ]);
    expect(scenario.accepts(decide('revoke', unasked)).events).toEqual([]);
    expect(scenario.accepts(decide('approve', unasked)).events).toHaveLength(1);
  });

  it('that is older than its events is taken back with one all the same', () => {
    const older = { ...unasked, certified: true };
    expect(given().accepts(decide('approve', older)).events).toEqual([]);
    expect(given().accepts(decide('revoke', older)).events).toHaveLength(1);
    expect(given().refuses(decide('reject', { certified: true }))).toEqual(closed);
  });

  it('without an application it cannot be rejected or put on hold', () => {
    expect(given().refuses(decide('reject', unasked))).toEqual(closed);
    expect(given().refuses(decide('hold', unasked))).toEqual(closed);
  });
});

describe('oneself', () => {
  it('certifies themselves', () => {
    expect(given().refuses(decide('approve', { by: CREATOR }))).toEqual({ code: 'not_allowed' });
  });

  it.each(['reject', 'hold', 'revoke'] as const)('says %s without a reason', (verdict) => {
    expect(given().refuses(decide(verdict, { reason: ' ' }))).toMatchObject({
      errors: [{ field: 'reason' }],
    });
  });

  it('writes the number of a person into the log', () => {
    for (const reason of ['卡 6222 0000 1234 1111', '13800138000', '１１０１０５１９４９１２３１００２Ｘ']) {
      expect(given().refuses(decide('reject', { reason }))).toMatchObject({
        errors: [{ field: 'reason', message: { key: 'names_a_number' } }],
      });
    }
    expect(given().accepts(decide('reject', { reason: 'seen 2026-05-14, twice' })).events).toHaveLength(1);
  });
});
