import { describe, expect, it } from 'vitest';
import { asOutTradeNo } from '#events/ids.ts';
import { orderStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { getPost } from '#services/contract/content/posts.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { certifiedCreator, publish } from '../testing/posting.ts';
import { goesWrong, startRace } from '../testing/race.ts';
import { savePlan, sponsorshipForm } from '../testing/shop.ts';

const race = fixture(() => startRace(1));
const TEXT = 'For members';

describe('a post is read while its order is refunded, on two servers', () => {
  interface Read {
    /** The log position that the answer is exact at. */
    position: number;
    isOpen: boolean;
    /** It began after the refund was answered. */
    isLater: boolean;
  }

  async function readsAround(round: number): Promise<{ refunded: number; reads: Read[] }> {
    const { api, guarded } = race;
    const creator = await certifiedCreator(api);
    const { plan_id } = await savePlan(api, creator, sponsorshipForm);
    const { post_id } = await publish(api, creator, { audience: 'members', content: TEXT });
    const fan = await api.user();
    const out_trade_no = await orderCalls(api, fan).buy({ plan_id, month: 1 });
    await api.projected();

    let isAnswered = false;
    let isOver = false;
    const reads: Read[] = [];
    const read = async (server: number): Promise<void> => {
      do {
        const isLater = isAnswered;
        const { data } = await guarded.call(server, getPost, { post_id }, fan);
        const isOpen = data.post.content === TEXT;
        expect(data.post.has_right).toBe(isOpen);
        reads.push({ position: data.as_of.position, isOpen, isLater });
      } while (!isOver);
    };
    const reading = [0, 1].map(read);
    const refund = { out_trade_no, amount: '30.00' };
    expect((await guarded.call(round, refundOrder, refund, creator)).ec).toBe(200);
    isAnswered = true;
    await api.projected();
    isOver = true;
    await Promise.all(reading);
    await read(round);
    const events = await api.deps.log.readStream(orderStream(asOutTradeNo(out_trade_no)));
    const refunded = events.find(({ type }) => type === 'OrderRefunded')?.position ?? 0;
    return { refunded, reads };
  }

  it('is open before the refund, and closed in every answer that is as of the refund', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { refunded, reads } = await readsAround(round);
      expect(reads[0]).toMatchObject({ isOpen: true });
      expect(reads.filter(({ position, isOpen }) => position >= refunded && isOpen)).toEqual([]);
      expect(reads.at(-1)).toMatchObject({ isOpen: false });
    }
  });

  it('negative control: an answer without its position can be open after the refund', async () => {
    const isOpenLater = async (round: number) =>
      (await readsAround(round)).reads.some(({ isOpen, isLater }) => isOpen && isLater);
    expect(await goesWrong(isOpenLater)).toBe(true);
  });
});
