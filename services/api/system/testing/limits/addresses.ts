import { getInitConfig, getMyProfile } from '#services/contract/accounts/accounts.ts';
import { checkForgetCode } from '#services/contract/accounts/passport.ts';
import { getOrderProof } from '#services/contract/audit/audit.ts';
import { getOverlay, OVERLAY_HEADER } from '#services/contract/goals/overlay.ts';
import { uploadPicture } from '#services/contract/media/upload-forms.ts';
import { type Callers, type Row, rowsOf } from './row.ts';

const http = 'services/api/http/rate-limits.ts';
const MINUTE_ALL = 1_200;
const CODE = '000000';

/** Calls and files of an address, and calls with secret links. */
export function limitsOfAddresses(callers: Callers): readonly Row[] {
  const { api, ask, call, newAddress } = callers;
  const { row, rough, fromOne, named } = rowsOf(callers);

  return [
    rough(
      row(
        `${http} PER_MINUTE`,
        'all calls of an address',
        [MINUTE_ALL],
        /^ 2001/,
        fromOne((n, address) => call(n, getInitConfig, {}, { address })),
      ),
    ),
    row(
      `${http} guessLimit`,
      'calls with guesses of an address',
      [20],
      /check-forget-code 2001/,
      fromOne((n, address) => call(n, checkForgetCode, { account: named(n), code: CODE }, { address })),
    ),
    row(`${http} printLimit`, 'costly files of an address', [30], /order\/proof 2001/, async () => {
      const [address, as] = [newAddress(), await api().user()];
      return (n) => call(n, getOrderProof, { out_trade_no: 'none' }, { address, as });
    }),
    row(`${http} uploadLimit`, 'uploads of an address', [60], /common-pic 2001/, async () => {
      const [address, as] = [newAddress(), await api().user()];
      return (n) => ask(n, uploadPicture.path, { method: 'POST', address, as });
    }),
    rough(
      row(
        `${http} pictureLimit`,
        'files of an address',
        [6_000],
        /^\/files\/\* 2001/,
        fromOne((n, address) => ask(n, '/files/gone.png', { address })),
      ),
    ),
    rough(
      row(
        `${http} linkLimit`,
        'calls with secret links of an address',
        [6_000],
        /^\/api\/overlay 2001/,
        async () => {
          const address = newAddress();
          const { token } = await api().data(getOverlay, {}, await api().creator());
          return (n) => ask(n, '/api/overlay', { address, headers: { [OVERLAY_HEADER]: token } });
        },
      ),
    ),
    rough(
      row(`${http} MAX_PER_LINK`, 'calls with one link', [MINUTE_ALL], /^link /, async () => {
        const { token } = await api().data(getOverlay, {}, await api().creator());
        return (n) => ask(n, '/api/overlay', { headers: { [OVERLAY_HEADER]: token } });
      }),
    ),
    rough(
      row(
        `${http} refused`,
        'refused calls of an address',
        [MINUTE_ALL],
        /^refused /,
        fromOne((n, address) =>
          call(n, getMyProfile, {}, { address, headers: { authorization: `Bearer ${n}` } }),
        ),
      ),
    ),
    row(
      'services/api/goals/overlay.routes.ts guesses',
      'invented links of an address',
      [20],
      /^guesses /,
      fromOne((n, address) =>
        ask(n, '/api/overlay', { address, headers: { [OVERLAY_HEADER]: `invented-${n}` } }),
      ),
    ),
  ];
}
