import { affiliateIdOf, cartNumber, orderOfCart } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { ALBUM_STATUS, GOAL_TYPE } from '#events/status.ts';
import {
  affiliateStream,
  albumStream,
  ballotStream,
  bankCardStream,
  cartStream,
  goalStream,
  orderStream,
  planStream,
  postStream,
  redeemStream,
  refundRequestStream,
  settlementStream,
  statementLineStream,
  ticketStream,
  voteStream,
} from '#events/stream-names.ts';
import { newest } from '#events/testing/newest-events.ts';
import { openAffiliate } from '../../affiliates/edit-affiliate.ts';
import { recordStatementLines } from '../../books/record-statement-lines.ts';
import { placeCart } from '../../cart/place-cart.ts';
import { editPlan } from '../../catalog/edit-plan.ts';
import { saveAlbum } from '../../content/albums/edit-album.ts';
import { type SavePost, savePost } from '../../content/edit-post.ts';
import { castBallot } from '../../content/votes/cast-ballot.ts';
import type { Command, Decided } from '../../engine/command.ts';
import { saveGoal } from '../../goals/edit-goal.ts';
import { settleMonth } from '../../income/settle-month.ts';
import { importOrder } from '../../orders/import-order.ts';
import { issueRedeemCodes } from '../../redeem/issue-redeem-codes.ts';
import { refundOrder } from '../../refunds/refund-order.ts';
import { ordered, payment, ticketId } from '../../testing/event-shop.ts';
import { order } from '../../testing/orders.ts';
import { FINANCE } from '../../testing/payout-steps.ts';
import { planEdit } from '../../testing/plans.ts';
import {
  buying,
  CREATOR,
  LI,
  NOON,
  ORDER,
  onSale,
  PLAN,
  STRANGER,
  sponsorship,
} from '../../testing/scenario.ts';
import { toSend } from '../../testing/sent-orders.ts';
import { reviewBankCard } from '../../withdrawals/review-bank-card.ts';

/** A command that begins a stream. */
interface BeginningCommand {
  past: readonly Decided[];
  stream: string;
  command: Command<unknown>;
}

const CART = cartNumber(LI, 'key');
const IN_CART = orderOfCart(CART, 0);
const line = newest.StatementLineRecorded;
const { available_at: _at, reason: _reason, ...figures } = newest.MonthSettled;
const plan = onSale(sponsorship);
const cart = placeCart({
  cart_order_no: CART,
  user_id: LI,
  provider: 'sandbox',
  request_hash: 'h',
  ttl_seconds: 900,
  orders: [buying({ out_trade_no: IN_CART, cart_order_no: CART, lines: [], month: 1 })],
});
const past = { out_trade_no: ORDER, creator_id: CREATOR, user_id: LI, plan_id: PLAN, plan_name: 'Old' };

const aPost: SavePost = {
  may_link: true,
  creator_id: CREATOR,
  post_id: 'p',
  made: true,
  kind: 'post',
  terms: { audience: { to: 'all' }, window: 'now', public_at: null, goal_id: null },
  text_hash: 'a',
  publish: 'now',
};
const { post_id, creator_id, kind, terms, text_hash } = aPost;
const ofPost = { post_id, creator_id };
const ofVote = { ...newest.VoteCreated.terms, deadline: null };
const voted: readonly Decided[] = [
  { stream: postStream('p'), creator_id, event: { type: 'PostCreated', data: { ...ofPost, kind } } },
  {
    stream: postStream('p'),
    creator_id,
    event: { type: 'PostPublished', data: { ...ofPost, terms, text_hash } },
  },
  { stream: voteStream('p'), creator_id, event: { type: 'VoteCreated', data: { ...ofPost, terms: ofVote } } },
];

/** One for each place that begins a stream, by the kind of stream; renewals have their own test. */
export const beginningCommands: Readonly<Record<string, readonly BeginningCommand[]>> = {
  order: [
    {
      past: plan,
      stream: orderStream(ORDER),
      command: order({ lines: [], month: 1 }),
    },
    { past: plan, stream: orderStream(IN_CART), command: cart },
    {
      past: [],
      stream: orderStream(ORDER),
      command: importOrder({
        ...past,
        product_type: 0,
        lines: [],
        month: 1,
        paid_at: NOON,
        outcome: 'paid',
        total_amount: fenOf(100),
      }),
    },
  ],
  cart: [{ past: plan, stream: cartStream(CART), command: cart }],
  plan: [
    {
      past: [],
      stream: planStream(PLAN),
      command: editPlan(planEdit(sponsorship)),
    },
  ],
  refundrequest: [
    {
      past: toSend(),
      stream: refundRequestStream('r'),
      command: refundOrder({
        out_trade_no: ORDER,
        by: { kind: 'finance', user_id: FINANCE },
        refund_id: 'r',
        units: [],
        amount: fenOf(100),
        ticket_ids: [],
        reason: 'torn',
        second_above: fenOf(0),
      }),
    },
  ],
  affiliate: [
    {
      past: [],
      stream: affiliateStream(affiliateIdOf(CREATOR, 'podcast')),
      command: openAffiliate({
        creator_id: CREATOR,
        partner_id: STRANGER,
        code: 'podcast',
        granted: true,
        terms: { rate_percent: 10, plan_ids: [], active: true, note: '' },
      }),
    },
  ],
  goal: [
    {
      past: [],
      stream: goalStream('g'),
      command: saveGoal({
        creator_id: CREATOR,
        goal_id: 'g',
        made: true,
        terms: { type: GOAL_TYPE.sponsor, target: 7, window: null, description: '' },
      }),
    },
  ],
  post: [
    {
      past: [],
      stream: postStream('p'),
      command: savePost(aPost),
    },
  ],
  vote: [
    {
      past: [],
      stream: voteStream('p'),
      command: savePost({ ...aPost, vote: ofVote }),
    },
  ],
  ballot: [
    {
      past: voted,
      stream: ballotStream('p', LI),
      command: castBallot({ post_id: 'p', user_id: LI, options: ['1'] }),
    },
  ],
  album: [
    {
      past: [],
      stream: albumStream('a'),
      command: saveAlbum({
        creator_id: CREATOR,
        album_id: 'a',
        made: true,
        status: ALBUM_STATUS.normal,
        terms: { plan_ids: [], skus: [] },
        may_link: true,
      }),
    },
  ],
  redeem: [
    {
      past: plan,
      stream: redeemStream('c'),
      command: issueRedeemCodes({
        creator_id: CREATOR,
        plan_id: PLAN,
        batch_id: 'b',
        batch_size: 1,
        sku_id: null,
        uses: 1,
        valid_until: null,
        month: 1,
        codes: [{ code_id: 'c', redeem_id: 'c', number: 0 }],
      }),
    },
  ],
  settlement: [
    {
      past: [],
      stream: settlementStream('2026-04', CREATOR),
      command: settleMonth({ ...figures, month: '2026-04', user_id: CREATOR }),
    },
  ],
  statementline: [
    {
      past: [],
      stream: statementLineStream(line.provider, line.line_id),
      command: recordStatementLines({
        provider: line.provider,
        statement_id: 'other',
        by: FINANCE,
        lines: [{ line: 1, read: { ...line, amount: fenOf(line.amount + 1) } }],
      }),
    },
  ],
  ticket: [
    {
      past: ordered().memory.log.map(({ stream, event }) => ({ stream, event, creator_id: CREATOR })),
      stream: ticketStream(ticketId(0)),
      command: payment,
    },
  ],
  card: [
    {
      past: [],
      stream: bankCardStream('b'),
      command: reviewBankCard({
        review_id: 'b',
        user_id: CREATOR,
        by: FINANCE,
        approved: true,
        reason: '',
        waits: true,
        decided_before: undefined,
      }),
    },
  ],
};
