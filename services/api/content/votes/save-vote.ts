import type { z } from 'zod';
import type { VoteTerms } from '#events/content.ts';
import type { UserId } from '#events/ids.ts';
import { CHOSEN_TYPE } from '#events/status.ts';
import { voteStream } from '#events/stream-names.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { voteKind } from '#services/commerce/content/votes/vote.ts';
import type { voteInput } from '#services/contract/content/votes.ts';
import { usedByVote } from '#services/modules/content/post-media.ts';
import type { VoteText } from '#services/modules/content/vote-texts.ts';
import { badInput, type Refusal } from '#services/runtime/refusal.ts';

type Parts = Pick<Dependencies, 'accounts' | 'committer' | 'media' | 'voteTexts'>;
type Input = z.output<typeof voteInput>;

/** Names that look the same are no choice. */
function nameRefusal({ title, options }: Input): Refusal | null {
  if (title.trim() === '') return badInput('vote.title', { key: 'required' });
  const names = options.map(({ name }) => name.trim().normalize('NFKC'));
  const empty = names.indexOf('');
  if (empty >= 0) return badInput(`vote.options.${empty}.name`, { key: 'required' });
  const repeated = names.findIndex((name, at) => names.indexOf(name) !== at);
  return repeated < 0 ? null : badInput(`vote.options.${repeated}.name`, { key: 'repeated' });
}

/** What a request asks, as it is stored. */
function textOf({ title, options }: Input): VoteText {
  const hasPics = options.some(({ pic }) => pic !== '');
  return {
    title: title.trim(),
    names: options.map(({ name }) => name.trim()),
    pics: hasPics ? options.map(({ pic }) => pic) : [],
  };
}

/** Pictures are the creator's own, and complete; only certified creators add them. Those that are there already stay. */
async function pictureRefusal(
  { accounts, media }: Parts,
  creator_id: UserId,
  { options }: Input,
  before: readonly string[],
): Promise<Refusal | null> {
  const fields = options.flatMap(({ pic: file_id }, n) =>
    file_id === '' ? [] : [{ field: `vote.options.${n}.pic`, file_id, kind: 'picture' as const }],
  );
  const added = fields.find(({ file_id }) => !before.includes(file_id));
  if (added && !(await accounts.rights.allows(creator_id, ({ is_verified }) => is_verified)))
    return badInput(added.field, { key: 'verified_only' });
  return fields.length === 0 ? null : media.files.refusalOf(creator_id, fields);
}

/** The terms of a vote, without the hash of its text. */
function termsOf({ chosen_type, most, options, deadline }: Input): Omit<VoteTerms, 'text_hash'> {
  const all = options.length;
  const isSingle = chosen_type === CHOSEN_TYPE.single;
  return {
    chosen: isSingle ? 'single' : 'multiple',
    most: isSingle ? 1 : Math.min(most || all, all),
    options: options.map((_, n) => String(n + 1)),
    deadline: deadline < 0 ? null : deadline * 1000,
  };
}

/** A vote that is not saved, as a preview shows it. */
export const unsavedVote = (input: Input): { terms: Omit<VoteTerms, 'text_hash'>; text: VoteText } => ({
  terms: termsOf(input),
  text: textOf(input),
});

/** A vote that a request sends, as a command takes it; null and undefined as they are. */
interface SentVote {
  terms: VoteTerms | null | undefined;
  /** After the command: removes the text that is not needed. */
  settle(accepted: boolean): Promise<void>;
}

/**
 * The terms of a vote, with its text stored. Refuses a title or an option without letters, options that look the same, and
 * pictures that are not the creator's.
 */
export async function sentVote(
  parts: Parts,
  { post_id, creator_id }: { post_id: string; creator_id: UserId },
  input: Input | null | undefined,
): Promise<SentVote | Refusal> {
  const { committer, media, voteTexts } = parts;
  const shows = (pics: readonly string[]) =>
    media.files.setUses(
      usedByVote(post_id),
      pics.filter((pic) => pic !== ''),
    );
  if (input === undefined) return { terms: input, settle: async () => undefined };
  if (input === null) return { terms: input, settle: async (accepted) => (accepted ? shows([]) : undefined) };
  const stream = voteStream(post_id);
  const state = await committer.read([stream], (states) => states.get(voteKind, stream));
  const present = 'terms' in state ? state.terms.text_hash : '';
  const before = present === '' ? undefined : await voteTexts.salted({ post_id, text_hash: present });
  const refusal = nameRefusal(input) ?? (await pictureRefusal(parts, creator_id, input, before?.pics ?? []));
  if (refusal) return refusal;
  const text = textOf(input);
  const { text_hash, written } = await voteTexts.save({ post_id, creator_id, present }, text);
  return {
    terms: { ...termsOf(input), text_hash },
    // After a crash before this, the worker does it (services/worker/processes/post-files.ts).
    settle: async (accepted) => {
      if (accepted) await shows(text.pics);
      if (written) await voteTexts[accepted ? 'forgetOthers' : 'forget']({ post_id, text_hash });
    },
  };
}
