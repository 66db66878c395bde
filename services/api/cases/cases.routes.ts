import {
  asOutTradeNo,
  asSkuId,
  derivedHexId,
  newEventId,
  type OutTradeNo,
  type UserId,
} from '#events/ids.ts';
import { toWire } from '#events/money.ts';
import { caseStream } from '#events/stream-names.ts';
import { casesOfCreator } from '#read-models/cases/queries.ts';
import { acceptCase as accept } from '#services/commerce/cases/accept-case.ts';
import { type CaseEntry, caseKind, isOver } from '#services/commerce/cases/case.ts';
import { type CaseMove, moveCase } from '#services/commerce/cases/move-case.ts';
import { openCase as open } from '#services/commerce/cases/open-case.ts';
import type { Outcome } from '#services/commerce/engine/command.ts';
import { IMPORT_PROVIDER } from '#services/commerce/orders/order.ts';
import {
  acceptCase,
  closeCase,
  declineCase,
  getCase,
  listCreatorCases,
  openCase,
  passOnCase,
  writeInCase,
} from '#services/contract/cases/cases.ts';
import { pageAnswer, rangeOf } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { fenOfInput } from '../http/money.ts';
import { notFound } from '../http/refusals.ts';
import { casesOf, sideOf, threadsOf, usedByCase } from './case-answer.ts';

interface Text {
  out_trade_no: OutTradeNo;
  case_id: string;
  user_id: UserId;
  text: string;
  pics?: readonly string[];
}

const PHASES = { '0': ['open', 'answered'], '1': ['declined', 'escalated', 'accepted', 'closed'] } as const;

/** Cases of a fan's orders, as the fan and the creator have them. */
export const caseRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'cases');
  const { committer, vault, pool, media } = deps;

  const entriesOf = (out_trade_no: OutTradeNo): Promise<readonly CaseEntry[]> => {
    const stream = caseStream(out_trade_no);
    return committer.read([stream], (states) => {
      const one = states.get(caseKind, stream);
      return one.phase === 'none' ? [] : one.entries;
    });
  };

  /** The same for own pictures, which the message keeps from being removed. Refuses others, by field. */
  async function withPics<Result>(
    input: Text,
    submit: (text_ref: string | null) => Promise<Outcome<Result>>,
  ): Promise<Outcome<Result>> {
    const { out_trade_no, case_id, user_id, pics = [] } = input;
    if (pics.length === 0) return withText(input, submit);
    const fields = pics.map((file_id, n) => ({ field: `pics.${n}`, file_id, kind: 'picture' as const }));
    const refusal = await media.files.refusalOf(user_id, fields);
    if (refusal) return { accepted: false, refusal };
    const used_by = `${usedByCase(case_id)}:${derivedHexId('case-pics', user_id, ...pics)}`;
    await media.files.setUses(used_by, pics);
    const outcome = await withText(input, submit);
    const isNamed = (entry: CaseEntry): boolean =>
      entry.case_id === case_id && entry.user_id === user_id && entry.pics.join() === pics.join();
    if (!(await entriesOf(out_trade_no)).some(isNamed)) await media.files.setUses(used_by, []);
    return outcome;
  }

  /** Writes the text first, so that no event points to nothing; without an event that names it, it is removed. */
  async function withText<Result>(
    { out_trade_no, case_id, user_id, text }: Text,
    submit: (text_ref: string | null) => Promise<Outcome<Result>>,
  ): Promise<Outcome<Result>> {
    const words = text.trim();
    if (words === '') return submit(null);
    // Derived from the words, so that the same ones again are no change.
    const ref = derivedHexId('case-text', user_id, case_id, words);
    await vault.putMany([{ user_id, kind: 'case', text: words, ref }]);
    const outcome = await submit(ref);
    const isUsed = (await entriesOf(out_trade_no)).some(({ text_ref }) => text_ref === ref);
    if (!isUsed) await vault.forget([ref]);
    return outcome;
  }

  on(getCase, async ({ query, caller: { user_id } }) => {
    const [found] = await casesOf(deps, [asOutTradeNo(query.out_trade_no)]);
    const side = found && sideOf(found.order, user_id);
    if (found === undefined || side === undefined) return { code: 'not_found' };
    const [thread] = await threadsOf(deps, [found], { by: side, user_id });
    const { order, one } = found;
    const isOurs = order.phase === 'paid' && order.placed.provider !== IMPORT_PROVIDER;
    return { case: thread ?? null, may_open: side === 'fan' && isOurs && (one === undefined || isOver(one)) };
  });

  on(openCase, async ({ body, headers, caller: { user_id } }) => {
    const out_trade_no = asOutTradeNo(body.out_trade_no);
    const { kind, topic, text, pics } = body;
    const key = headers['idempotency-key'] ?? newEventId();
    const case_id = derivedHexId('case', user_id, out_trade_no, key);
    const units = body.sku.map(({ sku_id, count }) => ({ sku_id: asSkuId(sku_id), count }));
    const outcome = await withPics({ out_trade_no, case_id, user_id, text, pics }, (text_ref) =>
      committer.submit(open({ out_trade_no, user_id, case_id, kind, topic, units, text_ref, pics })),
    );
    if (!outcome.accepted) return outcome.refusal;
    return { case_id, due_time: Math.floor(outcome.result.due_at / 1000), position: outcome.position };
  });

  /**
   * Which party of the order's newest case the caller is. Looked at before anything is written: texts and pictures are
   * named by the case alone.
   */
  async function partyIn(body: { out_trade_no: string; case_id: string }, user_id: UserId) {
    const [found] = await casesOf(deps, [asOutTradeNo(body.out_trade_no)]);
    return found?.one?.case_id === body.case_id ? sideOf(found.order, user_id) : undefined;
  }

  /** A move by the party that the caller is. */
  async function move(
    body: { out_trade_no: string; case_id: string; text?: string; pics?: string[] },
    user_id: UserId,
    kind: CaseMove,
  ) {
    const out_trade_no = asOutTradeNo(body.out_trade_no);
    const { case_id, text = '', pics = [] } = body;
    const by = await partyIn(body, user_id);
    if (by === undefined) return notFound;
    const outcome = await withPics({ out_trade_no, case_id, user_id, text, pics }, (text_ref) =>
      committer.submit(
        moveCase({ out_trade_no, case_id, by, user_id, move: kind, text_ref, pics, reason: '' }),
      ),
    );
    if (!outcome.accepted) return outcome.refusal;
    return { case_id, status: outcome.result.phase, position: outcome.position };
  }
  on(writeInCase, ({ body, caller }) => move(body, caller.user_id, 'message'));
  on(closeCase, ({ body, caller }) => move(body, caller.user_id, 'close'));
  on(passOnCase, ({ body, caller }) => move(body, caller.user_id, 'pass_on'));
  on(declineCase, ({ body, caller }) => move(body, caller.user_id, 'decline'));

  on(acceptCase, async ({ body, caller: { user_id } }) => {
    const out_trade_no = asOutTradeNo(body.out_trade_no);
    const { case_id, text, amount, sku, ticket_ids } = body;
    if ((await partyIn(body, user_id)) !== 'creator') return notFound;
    const outcome = await withText({ out_trade_no, case_id, user_id, text }, (text_ref) =>
      committer.submit(
        accept({
          out_trade_no,
          case_id,
          by: 'creator',
          user_id,
          amount: amount === undefined ? undefined : fenOfInput(amount),
          units: sku.map(({ sku_id, count }) => ({ sku_id: asSkuId(sku_id), count })),
          ticket_ids,
          text_ref,
          reason: '',
        }),
      ),
    );
    if (!outcome.accepted) return outcome.refusal;
    const { phase: status, waits } = outcome.result;
    return { case_id, status, amount: toWire(outcome.result.amount), waits, position: outcome.position };
  });

  on(listCreatorCases, async ({ query, caller: { user_id: creator_id } }) => {
    const found = await casesOfCreator(pool, {
      creator_id,
      phases: PHASES[query.is_over],
      ...rangeOf(query),
    });
    const cases = await casesOf(
      deps,
      found.list.map(({ out_trade_no }) => asOutTradeNo(out_trade_no)),
    );
    return pageAnswer(query, found, await threadsOf(deps, cases, { by: 'creator', user_id: creator_id }));
  });
};
