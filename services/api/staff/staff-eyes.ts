import type { UserId } from '#events/ids.ts';
import type { Dependencies } from '../dependencies.ts';

/**
 * The same dependencies as a member of staff reads through them: each entry of the vault that is looked at is recorded
 * with who looks and why, before it is shown.
 */
export function asStaff<Parts extends Pick<Dependencies, 'vault' | 'addresses'>>(
  parts: Parts,
  staff: UserId,
  reason: string,
): Parts {
  const { vault, addresses } = parts;
  return {
    ...parts,
    vault: { ...vault, read: (refs) => vault.readAsStaff(staff, refs, reason) },
    addresses: {
      ...addresses,
      async read(refs) {
        await vault.recordLook(staff, refs, reason);
        return addresses.read(refs);
      },
    },
  };
}
