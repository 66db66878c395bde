import type { UserId } from '#events/ids.ts';
import type { Refusal } from '#services/runtime/refusal.ts';

export type MediaKind = 'picture' | 'audio' | 'video' | 'attachment';
/** `signed`: an upload is open. `arrived`: stored. `checked`: known by its bytes. `ready`: with its variants. */
export type MediaState = 'signed' | 'arrived' | 'checked' | 'ready' | 'refused';

/** A file of a person. */
export interface MediaFile {
  file_id: string;
  owner_id: UserId;
  kind: MediaKind;
  state: MediaState;
  name: string;
  /** MIME type by the bytes; empty before the check. */
  type: string;
  bytes: number;
  /** In pixels; 0 when unknown. */
  width: number;
  height: number;
  /** Of audio and video; 0 when unknown. */
  seconds: number;
  /** In base64; empty until made. */
  thumbhash: string;
  /** Why it was refused: the key of a sentence. */
  problem: string;
  /** Names of the variants that are made: `w1440`, `poster`, … */
  variants: string[];
}

/** What shows the file that buyers of a SKU can download. */
export const skuFiles = (sku_id: string): string => `sku:${sku_id}`;

/** A file that a form names, and what it is to be. `captions`: an attachment with the captions of a video. */
export interface FileField {
  field: string;
  file_id: string;
  kind: MediaKind | 'captions';
}

/** Files of all people, and what shows them. */
export interface MediaFiles {
  /** Files by their ids, public ones aside; without those that are not there. */
  byIds(file_ids: readonly string[]): Promise<Map<string, MediaFile>>;
  /** Refuses files that are not this person's own, not uploaded completely, or of another kind; each by its field. */
  refusalOf(owner: UserId, fields: readonly FileField[]): Promise<Refusal | null>;
  /** Replaces what `used_by` shows, as `post:{post_id}`. A file that nothing shows any more is removed after 7 days. */
  setUses(used_by: string, file_ids: readonly string[]): Promise<void>;
}
