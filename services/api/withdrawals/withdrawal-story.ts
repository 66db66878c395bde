import type { Actor } from '#events/envelope.ts';
import type { UserId } from '#events/ids.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { WithdrawalChapter } from '#services/contract/withdrawals/finance-withdrawals.ts';
import type { Language } from '../http/language.ts';
import { reasonText } from './withdrawal-words.ts';

type Entry = Pick<WithdrawalChapter, 'what'> & Partial<Pick<WithdrawalChapter, 'note' | 'payout_id'>>;

function chapterOf(event: DomainEvent, language: Language): Entry | undefined {
  switch (event.type) {
    case 'WithdrawalRequested':
      return { what: 'requested', note: event.data.instead_of ?? '' };
    case 'WithdrawalApproved':
      return { what: event.data.final ? 'approved' : 'approved_first', note: event.data.reason };
    case 'WithdrawalRejected':
      return { what: 'rejected', note: event.data.reason };
    case 'WithdrawalRetried':
      return { what: 'retried', note: event.data.reason };
    case 'PayoutSent':
      return { what: 'sent', payout_id: event.data.payout_id };
    case 'PayoutUnknown':
      return { what: 'unknown', payout_id: event.data.payout_id };
    case 'PayoutSucceeded':
      return { what: 'paid', payout_id: event.data.payout_id, note: event.data.provider_reference };
    case 'PayoutFailed':
      return {
        what: 'failed',
        payout_id: event.data.payout_id,
        note: reasonText(event.data.deal_error, language),
      };
    case 'PayoutDisputed': {
      const { said, detail, payout_id } = event.data;
      const note = said === 'failed' ? reasonText(detail, language) : detail;
      return { what: said === 'failed' ? 'disputed_failed' : 'disputed_paid', payout_id, note };
    }
    case 'PayoutDisputeJudged':
    case 'PayoutDisputeClosed': {
      const { reached, reason: note, payout_id } = event.data;
      const first = event.type === 'PayoutDisputeJudged';
      if (reached) return { what: first ? 'judged_reached' : 'closed_reached', note, payout_id };
      return { what: first ? 'judged_not_reached' : 'closed_not_reached', note, payout_id };
    }
    default:
      return undefined;
  }
}

/** `user:0192…` → the kind and the person; processes and providers have names. */
function actorOf(actor: Actor, creator: UserId): { kind: WithdrawalChapter['by']; user_id: string } {
  const at = actor.indexOf(':');
  const [kind, who] = [actor.slice(0, at), actor.slice(at + 1)];
  if (kind === 'user') return { kind: who === creator ? 'creator' : 'staff', user_id: who };
  return { kind: kind === 'provider' ? 'provider' : 'process', user_id: '' };
}

/** Whether an event is about a withdrawal, or about the one that replaced it. */
function concerns({ data }: RecordedEvent, withdrawal_id: string): boolean {
  return 'withdrawal_id' in data && data.withdrawal_id === withdrawal_id;
}

/** The story of a withdrawal, oldest first: time, actor and log position. */
export function withdrawalStory(
  events: readonly RecordedEvent[],
  { withdrawal_id, user_id, language }: { withdrawal_id: string; user_id: UserId; language: Language },
): Omit<WithdrawalChapter, 'name'>[] {
  const chapters: Omit<WithdrawalChapter, 'name'>[] = [];
  for (const event of events) {
    const { position, metadata } = event;
    const time = Math.floor(metadata.at / 1000);
    const actor = actorOf(metadata.actor, user_id);
    const who = { by: actor.kind, user_id: actor.user_id };
    if (event.type === 'WithdrawalRequested' && event.data.instead_of === withdrawal_id) {
      const note = event.data.withdrawal_id;
      chapters.push({ position, time, ...who, what: 'switched', note, payout_id: '' });
    }
    if (!concerns(event, withdrawal_id)) continue;
    const chapter = chapterOf(event, language);
    if (chapter) chapters.push({ position, time, ...who, note: '', payout_id: '', ...chapter });
  }
  return chapters;
}
