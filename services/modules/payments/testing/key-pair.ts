import { generateKeyPairSync } from 'node:crypto';

/** A real RSA key, as providers use them. */
export const keyPair = () => generateKeyPairSync('rsa', { modulusLength: 2_048 });
