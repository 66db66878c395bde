import { exportOwnData } from '#services/contract/accounts/own-data.ts';
import { addTeamMember } from '#services/contract/accounts/team.ts';
import { markCreator } from '#services/contract/relations/marks.ts';
import { leaver } from '../../../testing/leaving.ts';
import { confirmedBy, mailedCode } from '../../../testing/second-factor.ts';
import { type Callers, type Row, rowsOf } from './row.ts';

/** Own data, teams and marks of a person. */
export function limitsOfPeople(callers: Callers): readonly Row[] {
  const { api, call } = callers;
  const { row, byOne, named } = rowsOf(callers);

  return [
    row(
      'services/api/accounts/own-data.routes.ts EXPORTS',
      'files of own data of a person',
      [3, 5],
      'attempts',
      async () => {
        const as = await leaver(api());
        const headers = confirmedBy(await mailedCode(api(), as));
        return (n) => call(n, exportOwnData, {}, { as, headers });
      },
    ),
    row(
      'services/api/accounts/team.routes.ts TEAM_ATTEMPTS',
      'accounts that a creator names',
      [30],
      'attempts',
      byOne(
        (n, as) =>
          call(n, addTeamMember, { account: named(n), member_name: 'x', rights: ['orders'] }, { as }),
        () => api().creator(),
      ),
    ),
    row(
      'services/api/relations/changes-a-minute.ts PER_MINUTE',
      'changes of marks of a person',
      [120],
      /^marks /,
      async () => {
        const [as, { user_id }] = [await api().user(), await api().creator()];
        return (n) => call(n, markCreator, { user_id }, { as });
      },
    ),
  ];
}
