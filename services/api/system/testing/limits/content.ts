import { likeComment, publishComment } from '#services/contract/content/comments.ts';
import { reportPost } from '#services/contract/content/post-reports.ts';
import { castVote } from '#services/contract/content/votes.ts';
import { certifiedCreator, publish } from '../../../testing/posting.ts';
import { publishVote, voter } from '../../../testing/voting.ts';
import { type Callers, type Row, rowsOf } from './row.ts';

const comments = 'services/api/content/comments/comments.routes.ts';

/** Feeds, comments, votes and reports. */
export function limitsOfContent(callers: Callers): readonly Row[] {
  const { api, ask, call } = callers;
  const { row, fromOne, byOne } = rowsOf(callers);

  return [
    row(
      'services/api/content/feeds/feeds.routes.ts guesses',
      'invented feeds of an address',
      [20],
      /^guesses /,
      fromOne((n, address) => ask(n, `/rss/anybody?key=invented${n}`, { address })),
    ),
    ...(
      [
        ['PER_MINUTE', 'comments of a person in a minute', 20, /^comments /],
        ['PER_DAY', 'comments of a person in a day', 300, /^comments of a day /],
      ] as const
    ).map(([value, what, most, counter]) =>
      row(`${comments} ${value}`, what, [most], counter, async () => {
        const [creator, as] = [await certifiedCreator(api()), await api().user()];
        const { post_id } = await publish(api(), creator);
        await api().projected();
        return (n) => call(n, publishComment, { post_id, content: `${value} ${n}` }, { as });
      }),
    ),
    row(
      `${comments} TOUCHES_PER_MINUTE`,
      'likes of comments of a person',
      [120],
      /^comment likes /,
      byOne((n, as) => call(n, likeComment, { comment_id: String(n + 1) }, { as })),
    ),
    row(
      'services/api/content/votes/votes.routes.ts PER_MINUTE',
      'ballots of a person',
      [30],
      /^ballots /,
      async () => {
        const as = await voter(api());
        const { post_id, vote } = await publishVote(api(), await certifiedCreator(api()));
        const option = vote?.options[0]?.value ?? '';
        return (n) => call(n, castVote, { vote_id: post_id, vote: [option] }, { as });
      },
    ),
    row(
      'services/api/content/post-reports.routes.ts MAX_A_DAY',
      'reports of a person in a day',
      [3],
      'own',
      async () => {
        const [creator, as] = [await certifiedCreator(api()), await api().user()];
        const posts: string[] = [];
        for (let n = 0; n < 13; n += 1) posts.push((await publish(api(), creator)).post_id);
        await api().projected();
        // 47 of 50.
        const now = api().deps.clock.now();
        await api().deps.pool.query(
          `INSERT INTO content.post_reports SELECT 'gone ' || n, $1, $2, 'other', '', $3 FROM generate_series(1, 47) n`,
          [as.user_id, creator.user_id, now],
        );
        return (n) => call(n, reportPost, { post_id: posts[n] ?? '', topic: 'other' }, { as });
      },
    ),
  ];
}
