import { Badge, EmptyState, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { AttentionItem, Overview } from '#services/contract/books/finance-overview.ts';
import { AnchorLink } from '../../../components/links.tsx';
import { Section } from '../../../components/section.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { CloseEntry } from './close-entry.tsx';
import classes from './overview.module.css';

interface Props {
  attention: Overview['attention'];
  /** The list has only this kind. */
  chosen: AttentionItem['kind'] | undefined;
  asOf: { time: number };
}

const COLOURS = {
  disputed: 'red',
  unknown: 'orange',
  failed: 'red',
  waiting: 'blue',
  unsettled: 'orange',
  unsent: 'red',
  differs: 'red',
  unmatched: 'orange',
  statement_missing: 'red',
  card: 'blue',
  refund_request: 'blue',
  refund_unsent: 'red',
  refund_failed: 'red',
  payment_disputed: 'orange',
  payment_undecided: 'red',
  stopped: 'red',
  incomplete: 'red',
  undelivered: 'red',
} as const satisfies Record<AttentionItem['kind'], string>;

/** Pages that list all items of a kind; others are listed here. */
const LISTS = {
  disputed: { to: '/finance/withdrawals', search: { attention: 'disputed' } },
  unknown: { to: '/finance/withdrawals', search: { attention: 'unknown' } },
  failed: { to: '/finance/withdrawals', search: { attention: 'failed' } },
  waiting: { to: '/finance/withdrawals', search: { attention: 'waiting' } },
  unsent: { to: '/finance/withdrawals', search: { attention: 'unsent' } },
  unmatched: { to: '/finance/reconciliation', search: { view: 'open' } },
  card: { to: '/finance/cards' },
} as const;

/** Items that need attention, oldest first; each links to its page. */
export function AttentionPart({ attention: { kinds, list }, chosen, asOf }: Props) {
  const { t, formats } = useLocale('finance');
  return (
    <Section title={t('attention.title')} text={t('asOf.through', { time: formats.dateTime(asOf.time) })}>
      {kinds.length > 0 && (
        <Group gap="xs" component="ul" className={classes.kinds} aria-label={t('attention.counts')}>
          {kinds.map(({ kind, count }) => (
            <li key={kind}>
              <KindLink kind={kind}>
                <Badge color={COLOURS[kind]} size="lg" className="figures">
                  {t(`attention.kind.${kind}`)} {formats.number(count)}
                </Badge>
              </KindLink>
            </li>
          ))}
          {chosen !== undefined && (
            <li>
              <AnchorLink to="/finance" size="sm">
                {t('attention.all')}
              </AnchorLink>
            </li>
          )}
        </Group>
      )}
      {list.length === 0 ? (
        <EmptyState
          variant="light"
          icon={<IconCircleCheck aria-hidden />}
          title={t('attention.none')}
          description={kinds.length === 0 && t('attention.noneText')}
        />
      ) : (
        <Stack component="ol" gap={0} className={classes.items}>
          {list.map((item) => (
            <li key={`${item.kind} ${item.ref} ${item.user_id}`} className={classes.item}>
              <Item item={item} now={asOf.time} />
            </li>
          ))}
        </Stack>
      )}
    </Section>
  );
}

function KindLink({ kind, children }: { kind: AttentionItem['kind']; children: ReactNode }) {
  if (kind in LISTS) return <AnchorLink {...LISTS[kind as keyof typeof LISTS]}>{children}</AnchorLink>;
  return (
    <AnchorLink to="/finance" search={{ kind }} resetScroll={false}>
      {children}
    </AnchorLink>
  );
}

function Item({ item, now }: { item: AttentionItem; now: number }) {
  const { t, formats } = useLocale('finance');
  const { kind, since, amount, count } = item;
  return (
    <>
      <Badge color={COLOURS[kind]} className={classes.kind}>
        {t(`attention.kind.${kind}`)}
      </Badge>
      <div className={classes.what}>
        <Where item={item} />
        <Text className="hint figures">{t(`attention.why.${kind}`, { count })}</Text>
        <CloseEntry item={item} />
      </div>
      <div className={classes.side}>
        {amount !== null && (
          <Text fw={650} className="figures amount">
            {formats.money(amount)}
          </Text>
        )}
        <Text className="hint figures">
          <time dateTime={new Date(since * 1000).toISOString()} title={formats.dateTime(since)}>
            {formats.ago(since, now)}
          </time>
        </Text>
      </div>
    </>
  );
}

/** The place where one looks at it, or decides. */
function Where({ item: { kind, ref, user_id, name } }: { item: AttentionItem }) {
  const { t, formats } = useLocale(['finance', 'books-reconciliation']);
  switch (kind) {
    case 'unsettled':
      return (
        <AnchorLink to="/finance/settlements/$month" params={{ month: ref }} fw={650}>
          {formats.month(ref)}
        </AnchorLink>
      );
    case 'differs':
      return (
        <AnchorLink
          to="/finance/settlements/$month"
          params={{ month: ref }}
          search={{ user: user_id }}
          fw={650}
        >
          {t('attention.settlementOf', { name, month: formats.month(ref) })}
        </AnchorLink>
      );
    case 'unmatched':
      return (
        <AnchorLink to="/finance/reconciliation" search={{ item: ref }} fw={650}>
          {name === '' ? t('attention.difference') : t('attention.differenceOf', { name })}
        </AnchorLink>
      );
    case 'statement_missing': {
      const [provider, day = '', problem] = ref.split(' ');
      return (
        <AnchorLink to="/finance/reconciliation" fw={650}>
          {t(`attention.statement.${problem as 'too_large'}`, {
            provider: t(`books-reconciliation:provider.${provider as 'alipay'}`),
            day: formats.fullDay(day),
          })}
        </AnchorLink>
      );
    }
    case 'card':
      return (
        <AnchorLink to="/finance/cards" fw={650}>
          {t('attention.cardOf', { name })}
        </AnchorLink>
      );
    case 'undelivered':
      return <Text fw={650}>{t('attention.messages')}</Text>;
    case 'refund_request':
    case 'refund_unsent':
    case 'refund_failed':
    case 'payment_disputed':
      return (
        <AnchorLink to="/finance/refunds" search={{ out_trade_no: ref }} fw={650}>
          {t('attention.refundOf', { name })}
        </AnchorLink>
      );
    case 'payment_undecided':
      return <Text fw={650}>{t('attention.payment', { charge: ref })}</Text>;
    case 'stopped':
    case 'incomplete':
      return <Text fw={650}>{partOf(ref, t)}</Text>;
    case 'disputed':
    case 'unknown':
    case 'failed':
    case 'waiting':
    case 'unsent':
      return (
        <AnchorLink to="/finance/withdrawals" search={{ withdrawal: ref }} fw={650}>
          {t('attention.withdrawalOf', { name })}
        </AnchorLink>
      );
    default:
      return kind satisfies never;
  }
}

/** `read_model:orders` in words; the name stays as operators know it. */
function partOf(ref: string, t: TFunction<'finance'>): string {
  const [part, name = ''] = ref.split(':');
  if (part === 'read_model') return t('attention.readModel', { name });
  return part === 'process' ? t('attention.process', { name }) : t('attention.worker');
}
