import { useEffect, useState } from 'react';
import { checkFile, type FileChecked, type ProofFile } from '#services/api/audit/contract/proof-file.ts';

export type Checking =
  | { state: 'checking' }
  | { state: 'checked'; result: FileChecked }
  /** The key is none, or this browser has no Ed25519. */
  | { state: 'bad_key' | 'no_crypto' };

/** Keys of a kind that a browser does not know are refused by this name. */
function troubleOf(error: unknown): Checking {
  const unknown = error instanceof DOMException && error.name === 'NotSupportedError';
  // Over a connection that is not secure browsers have no Web Crypto at all.
  const missing = globalThis.crypto?.subtle === undefined;
  return { state: unknown || missing ? 'no_crypto' : 'bad_key' };
}

/** Checks a file in this browser with only the key, without requests. */
export function useCheck(file: ProofFile, publicKey: string): Checking {
  const [checking, setChecking] = useState<Checking>({ state: 'checking' });
  useEffect(() => {
    let left = false;
    setChecking({ state: 'checking' });
    checkFile(file, publicKey).then(
      (result) => !left && setChecking({ state: 'checked', result }),
      (error: unknown) => !left && setChecking(troubleOf(error)),
    );
    return () => {
      left = true;
    };
  }, [file, publicKey]);
  return checking;
}
