import type { VoteTerms } from '#events/content.ts';
import type { UserId } from '#events/ids.ts';
import { CHOSEN_TYPE } from '#events/status.ts';
import { voteStream } from '#events/stream-names.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { voteKind } from '#services/commerce/content/votes/vote.ts';
import type { VoteInput } from '#services/contract/content/votes.ts';
import { badInput, type Refusal } from '#services/runtime/refusal.ts';

type Parts = Pick<Dependencies, 'committer' | 'voteTexts'>;

/** Names that look the same are no choice. */
function nameRefusal({ title, options }: VoteInput): Refusal | null {
  if (title.trim() === '') return badInput('vote.title', { key: 'required' });
  const names = options.map(({ name }) => name.trim().normalize('NFKC'));
  const empty = names.indexOf('');
  if (empty >= 0) return badInput(`vote.options.${empty}.name`, { key: 'required' });
  const repeated = names.findIndex((name, at) => names.indexOf(name) !== at);
  return repeated < 0 ? null : badInput(`vote.options.${repeated}.name`, { key: 'repeated' });
}

/** A vote that a request sends, as a command takes it; null and undefined as they are. */
interface SentVote {
  terms: VoteTerms | null | undefined;
  /** After the command: removes the text that is not needed. */
  settle(accepted: boolean): Promise<void>;
}

const NOTHING_WRITTEN = async (): Promise<void> => undefined;

/** The terms of a vote, with its text stored. Refuses a title or an option without letters, and options that look the same. */
export async function sentVote(
  { committer, voteTexts }: Parts,
  { post_id, creator_id }: { post_id: string; creator_id: UserId },
  input: VoteInput | null | undefined,
): Promise<SentVote | Refusal> {
  if (input === null || input === undefined) return { terms: input, settle: NOTHING_WRITTEN };
  const refusal = nameRefusal(input);
  if (refusal) return refusal;
  const stream = voteStream(post_id);
  const state = await committer.read([stream], (states) => states.get(voteKind, stream));
  const present = 'terms' in state ? state.terms.text_hash : '';
  const names = input.options.map(({ name }) => name.trim());
  const text = { title: input.title.trim(), names };
  const { text_hash, written } = await voteTexts.save({ post_id, creator_id, present }, text);
  const isSingle = input.chosen_type === CHOSEN_TYPE.single;
  const all = names.length;
  return {
    terms: {
      chosen: isSingle ? 'single' : 'multiple',
      most: isSingle ? 1 : Math.min(input.most || all, all),
      options: names.map((_, n) => String(n + 1)),
      deadline: input.deadline < 0 ? null : input.deadline * 1000,
      text_hash,
    },
    settle: async (accepted) => {
      if (written) await voteTexts[accepted ? 'forgetOthers' : 'forget']({ post_id, text_hash });
    },
  };
}
