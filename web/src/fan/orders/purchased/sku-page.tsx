import { Container, Group, Stack, Text, Title, Typography } from '@mantine/core';
import { IconChevronLeft, IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { PurchasedSku } from '#services/contract/orders/purchases.ts';
import { EC, isRefusal } from '../../../api/refusal.ts';
import { OpenedPosts } from '../../../components/content/opened-posts.tsx';
import { DeadEnd } from '../../../components/dead-end.tsx';
import { Fact } from '../../../components/fact.tsx';
import { AnchorLink, ButtonLink } from '../../../components/links.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { Picture } from '../../../components/pictures/picture.tsx';
import { Section } from '../../../components/section.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { usePageTitle } from '../../../shell/page-title.ts';
import { Replies } from '../../payments/replies.tsx';
import { BuyersFile, purchasedSkuQuery } from './buyers-file.tsx';
import { countKey } from './purchased-page.tsx';
import classes from './sku-page.module.css';

/** /purchase/sku/{sku_id}: the contents of a model, for its buyers. */
export function SkuPage({ sku_id }: { sku_id: string }) {
  const { t } = useLocale('orders-after-payment');
  const query = useQuery(purchasedSkuQuery(sku_id));
  usePageTitle(query.data?.sku.name ?? t('sku.content'));
  if (isRefusal(query.error, EC.notFound, EC.badInput)) {
    return (
      <DeadEnd icon={<IconLock aria-hidden />} title={t('sku.none')} text={t('sku.noneText')}>
        <ButtonLink to="/dashboard/purchased">{t('sku.back')}</ButtonLink>
      </DeadEnd>
    );
  }
  return (
    <Container size="md" py="xl">
      <Stack gap="lg">
        <AnchorLink to="/dashboard/purchased" size="sm">
          <Group gap={4} component="span">
            <IconChevronLeft size={16} aria-hidden /> {t('sku.back')}
          </Group>
        </AnchorLink>
        <Loaded query={query} height={420}>
          {(bought) => <Bought bought={bought} />}
        </Loaded>
      </Stack>
    </Container>
  );
}

function Bought({ bought }: { bought: PurchasedSku }) {
  const { t } = useLocale('orders-after-payment');
  const { sku, plan, creator, replies, attachment } = bought;
  return (
    <Stack gap="lg">
      <Group gap="lg" wrap="nowrap" align="flex-start">
        <div className={classes.picture}>
          <Picture src={sku.pic} alt="" seed={sku.sku_id} ratio={1} radius="var(--mantine-radius-lg)" />
        </div>
        <div style={{ minWidth: 0 }}>
          <Title order={1} fz={26}>
            {plan.name}
          </Title>
          <Text c="dimmed">{sku.name}</Text>
          <AnchorLink to="/u/$userId" params={{ userId: creator.user_id }}>
            {creator.name}
          </AnchorLink>
        </div>
      </Group>
      <OpenedPosts opens={bought.opens} />
      <BuyersFile attachment={attachment} />
      {bought.content_html !== '' && (
        <Section title={t('sku.content')}>
          <Typography>
            <div
              className={classes.content}
              // The server has left in it only what texts consist of
              dangerouslySetInnerHTML={{ __html: bought.content_html }}
            />
          </Typography>
        </Section>
      )}
      {replies.map(({ out_trade_no, list, reply_pending }) => (
        <Replies key={out_trade_no} replies={list} pending={reply_pending} />
      ))}
      <Orders bought={bought} />
    </Stack>
  );
}

function Orders({ bought: { plan, orders, count, last_pay_time } }: { bought: PurchasedSku }) {
  const { t, formats } = useLocale('orders-after-payment');
  return (
    <Section title={t('sku.orders')} text={t(countKey(plan), { count })}>
      <Fact label={t('sku.last')}>{formats.dateTime(last_pay_time)}</Fact>
      {orders.map((number) => (
        <AnchorLink
          key={number}
          to="/dashboard/order/$outTradeNo"
          params={{ outTradeNo: number }}
          size="sm"
          className="figures"
          style={{ overflowWrap: 'anywhere' }}
        >
          {t('sku.of', { number })}
        </AnchorLink>
      ))}
    </Section>
  );
}
