import { z } from 'zod';
import { readJson } from '#events/checked.ts';
import type { Moved } from './projection.ts';

/** The channel for news of changed read models. */
export const CHECKPOINT_CHANNEL = 'read_model_moved';

/** A notification has at most 8,000 bytes. Without names it concerns all users. */
const MAX_NAMED = 50;

const checkpointNotice = z.object({
  model: z.string(),
  position: z.int(),
  creators: z.array(z.string()),
  users: z.array(z.string()),
  /** Not all who are concerned are named. */
  more: z.boolean(),
});
export type CheckpointNotice = z.infer<typeof checkpointNotice>;

export function noticeText(model: string, position: number, moved: Moved): string {
  const notice: CheckpointNotice = {
    model,
    position,
    creators: [...moved.creators].slice(0, MAX_NAMED),
    users: [...moved.users].slice(0, MAX_NAMED),
    more: moved.creators.size > MAX_NAMED || moved.users.size > MAX_NAMED,
  };
  return JSON.stringify(notice);
}

/** Undefined for anything that is not one of our notices: the channel is open to every database client. */
export const readNotice = (payload: string): CheckpointNotice | undefined =>
  readJson(checkpointNotice, payload);
