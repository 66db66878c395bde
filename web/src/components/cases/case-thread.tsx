import { Badge, Group, Stack, Text } from '@mantine/core';
import type { CaseEntry, CaseThread as Thread } from '#services/contract/cases/cases.ts';
import { useLocale } from '../../language/use-locale.ts';
import type { Renew } from '../media/address.ts';
import { PictureGrid } from '../media/picture-grid.tsx';
import { useCaseRenewal } from './use-case-pictures.tsx';

/** Of staff; with an amount. */
const WITH_AMOUNT = ['refund_requested', 'refund_declined'] as const;
type WithAmount = (typeof WITH_AMOUNT)[number];
const hasAmount = (what: CaseEntry['what']): what is WithAmount => WITH_AMOUNT.some((one) => one === what);

const COLORS: Readonly<Record<Thread['status'], string>> = {
  open: 'orange',
  answered: 'blue',
  declined: 'red',
  escalated: 'grape',
  accepted: 'green',
  closed: 'gray',
};

/** What a case is about, and everything that was written in it. */
export function CaseThread({ thread, isStaff = false }: { thread: Thread; isStaff?: boolean }) {
  const { t, formats } = useLocale('cases');
  const { out_trade_no, kind, topic, sku, due_time, status, entries, is_overdue, waiting_amount } = thread;
  const renew = useCaseRenewal(out_trade_no, isStaff);
  const isWaiting = status === 'open' || status === 'answered';
  const isWithStaff = status === 'escalated';
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <Badge color={COLORS[status]}>{t(`status.${status}`)}</Badge>
        {is_overdue && <Badge color="red">{t('overdue')}</Badge>}
        {waiting_amount !== null && (
          <Badge color="orange">{t('waiting', { amount: formats.money(waiting_amount) })}</Badge>
        )}
      </Group>
      <div>
        <Text fw={650}>{t('about', { kind: t(`kind.${kind}`), topic: t(`topic.${topic}`) })}</Text>
        {sku.map(({ sku_id, name, count }) => (
          <Text key={sku_id} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {t('line', { name, count })}
          </Text>
        ))}
        {(isWaiting || isWithStaff) && (
          <Text className="hint figures">
            {t(isWithStaff ? 'dueStaff' : 'due', { time: formats.dateTime(due_time) })}
          </Text>
        )}
      </div>
      <Stack gap="md" component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
        {entries.map((entry, nth) => (
          // Entries are only added at the end.
          <Entry key={nth} entry={entry} renew={renew} />
        ))}
      </Stack>
    </Stack>
  );
}

function Entry({ entry, renew }: { entry: CaseEntry; renew: Renew }) {
  const { t, formats } = useLocale('cases');
  const { what, by, name, text, pics, amount, time } = entry;
  const who = by === 'staff' || name === '' ? t(`by.${by}`) : t('byName', { side: t(`by.${by}`), name });
  const sentence = (): string => {
    if (what === 'message') return '';
    if (hasAmount(what)) return t(`what.${what}`, { amount: formats.money(amount ?? '0') });
    const isRefund = what === 'accepted' && amount !== null && Number(amount) > 0;
    return isRefund ? t('what.refunded', { amount: formats.money(amount) }) : t(`what.${what}`);
  };
  return (
    <li>
      <Group gap="xs" justify="space-between" align="baseline">
        <Text size="sm" fw={650} style={{ overflowWrap: 'anywhere' }}>
          {who}
        </Text>
        <Text className="footnote figures">{formats.dateTime(time)}</Text>
      </Group>
      {what !== 'message' && (
        <Text size="sm" c="dimmed">
          {sentence()}
        </Text>
      )}
      {text !== '' && <Text style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{text}</Text>}
      {pics.length > 0 && (
        <div style={{ maxWidth: 420, marginTop: 8 }}>
          <PictureGrid files={pics} renew={renew} />
        </div>
      )}
    </li>
  );
}
