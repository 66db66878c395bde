import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type PasskeyRequest,
  passkeyForSignIn,
  signInByPasskey,
} from '#services/contract/accounts/passkeys.ts';
import { call } from '../../../api/client.ts';
import { useMutation } from '../../../api/queries.ts';
import { personChanged } from '../../../app/session.ts';
import { PasskeyButton } from '../../../components/passkeys/passkey-button.tsx';
import { PasskeyStopped } from '../../../components/passkeys/passkey-stopped.ts';
import { useHasPasskeys } from '../../../components/passkeys/use-passkey-place.ts';

/** Challenges end after five minutes. */
const OFFER_MS = 240_000;

interface Props {
  onDone: () => Promise<void>;
  /** Of the first step; missing: the passkey signs in alone. */
  halfToken?: string;
  isMain?: boolean;
}

const loadAuthenticator = () => import('../../../components/passkeys/authenticator.ts');

/** Signs in by a passkey. With a request, the browser lists passkeys at the account field until one is chosen. */
function usePasskeySignIn({ onDone, halfToken }: Props) {
  const client = useQueryClient();
  return useMutation<void, PasskeyRequest | undefined>({
    mutationFn: async (offered) => {
      const { signByPasskey } = await loadAuthenticator();
      const half = halfToken === undefined ? {} : { half_token: halfToken };
      const request = offered ?? (await call(passkeyForSignIn, half));
      const credential = await signByPasskey(request, offered !== undefined);
      await call(signInByPasskey, { credential, ...half });
      await personChanged(client);
      await onDone();
    },
    meta: { quiet: true, refresh: false },
  });
}

/**
 * Offers passkeys at the account field, where the browser can, for as long as the page is open.
 * @returns why a chosen one was refused
 */
function useAutofill(isOffered: boolean, { onDone }: Pick<Props, 'onDone'>): Error | null {
  const { mutateAsync, error } = usePasskeySignIn({ onDone });
  useEffect(() => {
    if (!isOffered) return;
    let isLeft = false;
    let stop: (() => void) | undefined;
    async function offer() {
      if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
      const request = await call(passkeyForSignIn, {});
      const { stopPasskey } = await loadAuthenticator();
      if (isLeft) return;
      stop = stopPasskey;
      await mutateAsync(request);
    }
    // Without it the form and the button are there.
    const begin = () => void offer().catch(() => undefined);
    begin();
    const timer = setInterval(begin, OFFER_MS);
    return () => {
      isLeft = true;
      clearInterval(timer);
      stop?.();
    };
  }, [isOffered, mutateAsync]);
  return error instanceof PasskeyStopped ? null : error;
}

/** A button that signs in by a passkey; nothing where this page has none. */
export function PasskeyLogin(props: Props) {
  const { t } = useTranslation('accounts-security');
  const isHere = useHasPasskeys();
  const enter = usePasskeySignIn(props);
  const { isMain = false, halfToken } = props;
  const refused = useAutofill(isHere && halfToken === undefined, props);
  if (!isHere) return null;
  return (
    <PasskeyButton
      isMain={isMain}
      isPending={enter.isPending}
      error={enter.error ?? refused}
      onUse={() => enter.mutate(undefined)}
    >
      {t(halfToken === undefined ? 'passkey.signIn' : 'passkey.use')}
    </PasskeyButton>
  );
}
