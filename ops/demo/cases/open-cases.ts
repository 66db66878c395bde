import { derivedHexId, houseOrderNumber, type UserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { caseStream } from '#events/stream-names.ts';
import { HOUR_MS, type Millis } from '#events/time.ts';
import { acceptCase } from '#services/commerce/cases/accept-case.ts';
import { caseKind } from '#services/commerce/cases/case.ts';
import { moveCase } from '#services/commerce/cases/move-case.ts';
import { openCase } from '#services/commerce/cases/open-case.ts';
import type { Command, Committer } from '#services/commerce/engine/command.ts';
import type { Vault } from '#services/modules/accounts/vault.ts';
import { accepted, atTime } from '../at-time.ts';
import { creatorId, fanId, financeIds } from '../people.ts';
import type { Purchase } from '../story.ts';

interface Tools {
  committer: Committer;
  vault: Vault;
  now: Millis;
}

/** Cases in every state. @param purchases in the order in which they were placed */
export async function openCases(
  purchases: readonly Purchase[],
  { committer, vault, now }: Tools,
): Promise<void> {
  for (const [index, { request, ...purchase }] of purchases.entries()) {
    if (request === undefined) continue;
    const people = { fan: fanId(purchase.fan), creator: creatorId(purchase.creator), staff: financeIds[0] };
    const out_trade_no = houseOrderNumber('demo', people.fan, String(index));
    const case_id = derivedHexId('demo-case', out_trade_no);
    const write = async (user_id: UserId, text: string, nth: number): Promise<string | null> => {
      if (text === '') return null;
      const ref = derivedHexId('demo-case-text', case_id, String(nth));
      await vault.putMany([{ user_id, kind: 'case', text, ref }]);
      return ref;
    };
    const submit = async (command: Command<unknown>, hours: number): Promise<void> => {
      await accepted(committer.submit(atTime(command, Math.min(purchase.ends_at + hours * HOUR_MS, now))));
    };
    const { kind, topic } = request;
    const text_ref = await write(people.fan, request.text, 0);
    const opened = { out_trade_no, user_id: people.fan, case_id, kind, topic, units: [], pics: [], text_ref };
    await submit(openCase(opened), request.hours);
    const stream = caseStream(out_trade_no);
    const done = await committer.read([stream], (states) => {
      const one = states.get(caseKind, stream);
      return one.phase === 'none' ? 0 : one.entries.length - 1;
    });
    for (const [nth, step] of request.steps.entries()) {
      // Of a demo that was interrupted.
      if (nth < done) continue;
      const { by, text } = step;
      const isStaff = by === 'staff';
      const actor = {
        out_trade_no,
        case_id,
        user_id: people[by],
        text_ref: isStaff ? null : await write(people[by], text, nth + 1),
        reason: isStaff ? text : '',
      };
      const command =
        'move' in step
          ? moveCase({ ...actor, by, pics: [], move: step.move })
          : acceptCase({
              ...actor,
              by: step.by,
              amount: fenOf(step.refund),
              units: [],
              ticket_ids: [],
              ...(step.second_above !== undefined && { second_above: fenOf(step.second_above) }),
            });
      await submit(command, step.hours);
    }
  }
}
