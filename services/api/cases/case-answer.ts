import { asUserId, type OutTradeNo, type UserId } from '#events/ids.ts';
import { fenOf, toWire, ZERO } from '#events/money.ts';
import type { CaseSide } from '#events/status.ts';
import { caseStream, orderStream } from '#events/stream-names.ts';
import { mayAccept } from '#services/commerce/cases/accept-case.ts';
import { caseKind, dueOf, isOver, type KnownCase } from '#services/commerce/cases/case.ts';
import { type CaseMove, mayMove } from '#services/commerce/cases/move-case.ts';
import { orderKind, type PlacedOrderState, refundable } from '#services/commerce/orders/order.ts';
import type { CaseThread } from '#services/contract/cases/cases.ts';
import type { Dependencies } from '../http/dependencies.ts';
import { shownFileOf } from '../media/shown-file.ts';

type Parts = Pick<Dependencies, 'committer' | 'vault' | 'directory' | 'clock' | 'media'>;

export interface FoundCase {
  order: PlacedOrderState;
  one: KnownCase | undefined;
}

/** Orders with their newest cases, exact; unknown orders are left out. */
export async function casesOf(
  { committer }: Pick<Parts, 'committer'>,
  orders: readonly OutTradeNo[],
): Promise<FoundCase[]> {
  const streams = orders.flatMap((order) => [orderStream(order), caseStream(order)]);
  return committer.read(streams, (states) =>
    orders.flatMap((number) => {
      const order = states.get(orderKind, orderStream(number));
      const one = states.get(caseKind, caseStream(number));
      return order.phase === 'none' ? [] : [{ order, one: one.phase === 'none' ? undefined : one }];
    }),
  );
}

/** Which side a person is on in an order; undefined for a stranger. */
export function sideOf({ placed, owner }: PlacedOrderState, user: UserId): 'fan' | 'creator' | undefined {
  if (owner === user) return 'fan';
  return placed.creator_id === user ? 'creator' : undefined;
}

function suggested(order: PlacedOrderState, { units }: KnownCase): string {
  if (order.phase !== 'paid') return toWire(ZERO);
  const left = refundable(order);
  if (units.length === 0) return toWire(left);
  const prices = new Map(order.placed.lines.map(({ sku_id, price }) => [sku_id, price]));
  const worth = units.reduce((all, { sku_id, count }) => all + (prices.get(sku_id) ?? 0) * count, 0);
  return toWire(fenOf(Math.min(worth, left)));
}

/** What shows the pictures of a case, as in `media.uses`. */
export const usedByCase = (case_id: string): string => `case:${case_id}`;

const secondsOf = (at: number): number => Math.floor(at / 1000);

/** Who reads threads. */
interface CaseReader {
  by: CaseSide;
  /** Addresses of pictures are for this person; null: without pictures. */
  user_id: UserId | null;
  /** Reads texts of the vault, and records the look of staff. */
  read?: (refs: readonly string[]) => Promise<Map<string, string>>;
}

/** Threads of cases as one side sees them. */
export async function threadsOf(
  { vault, directory, clock, media }: Omit<Parts, 'committer'>,
  found: readonly FoundCase[],
  { by, user_id: reader, read = (refs) => vault.read(refs) }: CaseReader,
): Promise<CaseThread[]> {
  const entries = found.flatMap(({ one }) => one?.entries ?? []);
  const named = reader === null ? [] : entries.flatMap(({ pics }) => pics);
  const [texts, files, people] = await Promise.all([
    read(entries.flatMap(({ text_ref }) => text_ref ?? [])),
    media.files.byIds([...new Set(named)]),
    directory.usersByIds(
      found.flatMap(({ order: { placed, owner } }) => [owner, placed.creator_id].map(asUserId)),
    ),
  ]);
  const personOf = (user_id: UserId) => ({ user_id, name: people.get(user_id)?.name ?? '' });
  const now = clock.now();
  const picture = (case_id: string, file_id: string) =>
    shownFileOf(files.get(file_id), {
      addressOf: (id, variant) =>
        media.addresses.of({ reader: reader ?? '', used_by: usedByCase(case_id), file_id: id, variant }, now),
      pictures: 'sized',
    });
  return found.flatMap(({ order, one }) => {
    if (one === undefined) return [];
    const { placed } = order;
    const may = (move: CaseMove) => mayMove(move, by, one, now);
    const nameOf = {
      fan: personOf(order.owner).name,
      creator: personOf(placed.creator_id).name,
      staff: '',
    };
    // Why finance declined is for staff.
    const textOf = (what: string, text: string) => (what === 'refund_declined' && by !== 'staff' ? '' : text);
    const skus = new Map(placed.lines.map(({ sku_id, name }) => [sku_id, name]));
    return {
      case_id: one.case_id,
      out_trade_no: placed.out_trade_no,
      plan_name: placed.plan_name,
      fan: personOf(order.owner),
      creator: personOf(placed.creator_id),
      status: one.phase,
      kind: one.kind,
      topic: one.topic,
      sku: one.units.map(({ sku_id, count }) => ({ sku_id, count, name: skus.get(sku_id) ?? '' })),
      create_time: secondsOf(one.opened_at),
      due_time: secondsOf(dueOf(one)),
      is_overdue: !isOver(one) && now >= dueOf(one),
      suggested_amount: suggested(order, one),
      refundable_amount: toWire(order.phase === 'paid' ? refundable(order) : ZERO),
      waiting_amount: one.waiting === null ? null : toWire(one.waiting.amount),
      entries: one.entries.map(({ what, by: side, case_id, text_ref, pics, reason, amount, at }) => ({
        what,
        by: side,
        name: nameOf[side],
        text: textOf(what, text_ref === null ? reason : (texts.get(text_ref) ?? '')),
        pics: pics.flatMap((file_id) => picture(case_id, file_id) ?? []),
        amount: amount === null ? null : toWire(amount),
        time: secondsOf(at),
      })),
      may: {
        message: may('message'),
        accept: by !== 'fan' && mayAccept(by, one),
        decline: may('decline'),
        pass_on: may('pass_on'),
        close: may('close'),
      },
    };
  });
}
