import { Text, Timeline } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowsLeftRight,
  IconCalendarOff,
  IconCheck,
  IconClock,
  IconDoorEnter,
  IconDoorExit,
  IconHeart,
  IconMapPin,
  IconMessage,
  IconNote,
  IconPackage,
  IconReceipt,
  IconTicket,
  IconTruckDelivery,
  IconX,
} from '@tabler/icons-react';
import type { Chapter, OrderDetail } from '#services/contract/orders/order-detail.ts';
import { useLocale } from '../../language/use-locale.ts';

const ICONS = {
  placed: IconReceipt,
  paid: IconCheck,
  cancelled: IconX,
  late: IconClock,
  returned: IconArrowBackUp,
  membership: IconHeart,
  tickets: IconTicket,
  replies: IconMessage,
  address_set: IconMapPin,
  address_changed: IconMapPin,
  shipped: IconPackage,
  delivery: IconTruckDelivery,
  admitted: IconDoorEnter,
  admission_undone: IconDoorExit,
  holder_changed: IconTicket,
  remark_changed: IconNote,
  creator_remark_changed: IconNote,
  handed_over: IconArrowsLeftRight,
  refunded: IconArrowBackUp,
  refund_sent: IconArrowBackUp,
  membership_replaced: IconHeart,
  membership_ended: IconCalendarOff,
  membership_back: IconCalendarOff,
} as const satisfies Record<Chapter['what'], unknown>;

interface Props {
  order: Pick<OrderDetail, 'story' | 'sku_detail'>;
  /** Until when it can be paid, in Unix seconds; undefined when there is nothing to wait for. */
  payableUntil: number | undefined;
  /** The text about this deadline; by default the one for the fan. */
  payableText?: string;
}

/** The story of an order, oldest first. */
export function OrderStory({ order: { story, sku_detail }, payableUntil, payableText }: Props) {
  const { t, formats } = useLocale('orders-after-payment');
  return (
    <Timeline active={story.length + 1} bulletSize={28} lineWidth={2} aria-label={t('story.title')}>
      {story.map((chapter, at) => {
        const Icon = ICONS[chapter.what];
        return (
          <Timeline.Item
            // One event can give several chapters.
            key={`${chapter.position} ${chapter.what} ${at}`}
            bullet={<Icon size={16} aria-hidden />}
            title={<ChapterTitle chapter={chapter} />}
          >
            <ChapterText chapter={chapter} held={sku_detail.length > 0} />
            <Text className="footnote figures" mt={2}>
              {formats.dateTime(chapter.time)}
            </Text>
          </Timeline.Item>
        );
      })}
      {payableUntil !== undefined && (
        <Timeline.Item bullet={<IconClock size={16} aria-hidden />} title={t('story.waiting')}>
          <Text className="hint">
            {payableText ?? t('story.waitingText', { time: formats.dateTime(payableUntil) })}
          </Text>
        </Timeline.Item>
      )}
    </Timeline>
  );
}

const isFree = ({ amount }: Chapter): boolean => amount === '0.00';

function ChapterTitle({ chapter }: { chapter: Chapter }) {
  const { t, formats } = useLocale(['orders-after-payment', 'delivery']);
  const { what, revived, state, amount = '0.00' } = chapter;
  if (what === 'delivery' && state !== undefined) return t(`delivery:state.${state}`);
  if (what === 'paid' && isFree(chapter)) return t('story.free');
  if (what === 'paid' && revived) return `${t('story.paid')} · ${t('story.revived')}`;
  if (what === 'refunded') return t('story.refunded', { amount: formats.money(amount) });
  if (what === 'delivery') return null;
  return t(`story.${what}`);
}

/** @param held the order reserved stock: plans and custom amounts have none */
function ChapterText({ chapter, held }: { chapter: Chapter; held: boolean }) {
  const texts = useTexts(chapter, held);
  if (texts.length === 0) return null;
  return (
    <Text className="hint" style={{ overflowWrap: 'anywhere' }}>
      {texts.join(' · ')}
    </Text>
  );
}

const CANCEL_REASONS = ['fan', 'creator', 'expired', 'imported', 'overtaken'] as const;
const LATE_REASONS = ['stock', 'limit', 'amount', 'paid_already', 'membership', 'redeem', 'closed'] as const;

/** The further text of a chapter besides title and time. */
function useTexts(chapter: Chapter, held: boolean): string[] {
  const { t, formats } = useLocale('orders-after-payment');
  const { what, name = '', express_no = '', count = 0, more = 0, by, until, reason = '' } = chapter;
  const amount = formats.money(chapter.amount ?? '0.00');
  switch (what) {
    case 'placed':
      return isFree(chapter) ? [] : [t(held ? 'story.placedText' : 'story.placedPlain', { amount })];
    case 'paid':
      return [isFree(chapter) ? t('story.freeText') : t('story.paidText', { amount })];
    case 'cancelled': {
      const known = CANCEL_REASONS.find((one) => one === reason);
      return known ? [t(`story.cancelReason.${known}`)] : [];
    }
    case 'late': {
      const known = LATE_REASONS.find((one) => one === reason);
      return known ? [t(`story.lateReason.${known}`, { amount })] : [amount];
    }
    case 'returned':
      return [t('story.returnedText', { amount })];
    case 'membership':
      return until == null
        ? [t('story.membershipForever', { name })]
        : [t('story.membershipText', { name, until: formats.dateTime(until) })];
    case 'tickets':
      return [t('story.ticketsText', { count })];
    case 'admitted':
    case 'admission_undone':
    case 'holder_changed':
      return [t('story.ticketsText', { count })];
    case 'replies':
      return [
        ...(count > 0 ? [t('story.repliesText', { count })] : []),
        ...(more > 0 ? [t('story.repliesMore', { count: more })] : []),
      ];
    case 'shipped':
      return [t('story.shippedText', { name, express_no })];
    case 'refunded':
      return [
        ...(by === undefined ? [] : [t(`story.refundBy.${by}`)]),
        ...(count > 0 ? [t('story.refundUnits', { count })] : []),
        ...(more > 0 ? [t('story.refundTickets', { count: more })] : []),
        ...(reason === '' ? [] : [reason]),
      ];
    case 'refund_sent':
      return [t('story.refund_sentText', { amount })];
    case 'membership_replaced':
      return [t('story.membership_replacedText', { name })];
    case 'membership_back':
      return [t('story.membership_backText')];
    default:
      return [];
  }
}
