import type { UserId } from '#events/ids.ts';
import { accountStream } from '#events/stream-names.ts';
import { acceptTerms as accept } from '#services/commerce/accounts/accept-terms.ts';
import { accountKind } from '#services/commerce/accounts/account.ts';
import { acceptTerms, getConsent } from '#services/contract/accounts/terms.ts';
import { type Area, routesOf } from '../http/area.ts';
import { otherTerms } from '../http/texts/other-terms.ts';

/** What a person agreed to. */
export const termsRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'accounts');
  const { committer, config } = deps;

  async function consentOf(user_id: UserId) {
    const stream = accountStream(user_id);
    const { terms } = await committer.read([stream], (states) => states.get(accountKind, stream));
    return {
      terms_version: config.operator.termsVersion,
      agreed_version: terms?.version ?? '',
      agree_time: Math.floor((terms?.at ?? 0) / 1_000),
    };
  }

  on(getConsent, ({ caller: { user_id } }) => consentOf(user_id));

  on(acceptTerms, async ({ body: { terms_version: version }, caller: { user_id } }) => {
    const other = otherTerms(deps, version);
    if (other) return other;
    const outcome = await committer.submit(accept({ user_id, version, occasion: 'new_version' }));
    return outcome.accepted ? consentOf(user_id) : outcome.refusal;
  });
};
