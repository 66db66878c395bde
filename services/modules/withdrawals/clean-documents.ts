import type { Pool } from 'pg';
import type { Vault } from '#services/modules/accounts/vault.ts';
import { type CleaningProgress, salvagedPicture } from '#services/modules/media/public/salvage-picture.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import { documentOf, type IdentityDocument } from './identity-documents.ts';

/** Decodes pictures of identity cards in the vault that an older version took as they came. One that is no picture stays: a review names it. */
export async function cleanDocuments(
  { pool, vault, again = false }: { pool: Pool; vault: Vault; again?: boolean },
  { onProgress, onFinding }: CleaningProgress,
): Promise<void> {
  const { rows } = await pool.query<{ ref: string }>(
    "SELECT ref FROM accounts.vault WHERE kind = 'document' ORDER BY ref",
  );
  for (const [done, { ref }] of rows.entries()) {
    onProgress(done, rows.length);
    const text = (await vault.read([ref])).get(ref);
    if (text === undefined) continue;
    const document = documentOf(text);
    if (document.decoded && !again) continue;
    const { finding, picture } = await salvagedPicture(Buffer.from(document.data, 'base64'));
    if (picture !== undefined) {
      const data = picture.bytes.toString('base64');
      const clean: IdentityDocument = { ...document, extension: picture.extension, data, decoded: true };
      await inTransaction(pool, (client) => vault.replace(ref, JSON.stringify(clean), client));
    }
    onFinding(`identity picture ${ref}`, finding);
  }
}
