import type { UserId } from '#events/ids.ts';
import { termsStream } from '#events/stream-names.ts';
import { badInput } from '#services/runtime/refusal.ts';
import { accept, type Command, refuse } from '../engine/command.ts';
import { termsKind } from '../prices/terms.ts';

export interface AllowRemarkChanges {
  creator_id: UserId;
  allowed: boolean;
  /** Only certified creators can allow it (commerce specification 1). */
  certified: boolean;
}

/** Whether buyers may change the remark of a paid order once. An equal value changes nothing. */
export function allowRemarkChanges(input: AllowRemarkChanges): Command<{ allowed: boolean }> {
  const { creator_id, allowed, certified } = input;
  const stream = termsStream(creator_id);
  return {
    name: 'allow_remark_changes',
    actor: `user:${creator_id}`,
    streams: [stream],
    decide(states) {
      if (states.get(termsKind, stream).remark_changes === allowed) return accept([], { allowed });
      if (allowed && !certified) return refuse(badInput('status', { key: 'verified_only' }));
      const event = { type: 'RemarkChangesAllowed' as const, data: { creator_id, allowed } };
      return accept([{ stream, creator_id, event }], { allowed });
    },
  };
}
