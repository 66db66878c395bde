import { Button, Container, Group, Stack } from '@mantine/core';
import {
  IconChevronLeft,
  IconDownload,
  IconPrinter,
  IconReceiptOff,
  IconShieldCheck,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { hrefOf } from '#services/contract/endpoint.ts';
import { getReceipt, getReceiptPdf } from '#services/contract/orders/receipts.ts';
import { queryOf } from '../../../api/queries.ts';
import { EC, isRefusal } from '../../../api/refusal.ts';
import { DeadEnd } from '../../../components/dead-end.tsx';
import { AnchorLink, ButtonLink } from '../../../components/links.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { language } from '../../../language/i18n.ts';
import { usePageTitle } from '../../../shell/page-title.ts';
import '../../../app/styles/print.css';
import classes from './receipt.module.css';
import { ReceiptSheet } from './receipt-sheet.tsx';

/** /order/receipt: the printable receipt, for fan and creator of the order. */
export function ReceiptPage({ out_trade_no }: { out_trade_no: string | undefined }) {
  const { t } = useTranslation('orders-after-payment');
  usePageTitle(t('receipt.title'));
  if (out_trade_no === undefined) return <NoReceipt />;
  return <Receipt out_trade_no={out_trade_no} />;
}

function NoReceipt() {
  const { t } = useTranslation('orders-after-payment');
  return (
    <DeadEnd icon={<IconReceiptOff aria-hidden />} title={t('receipt.none')} text={t('receipt.noneText')}>
      <ButtonLink to="/dashboard/order">{t('receipt.orders')}</ButtonLink>
    </DeadEnd>
  );
}

function Receipt({ out_trade_no }: { out_trade_no: string }) {
  const { t } = useTranslation(['orders-after-payment', 'proof']);
  const query = useQuery(queryOf(getReceipt, { out_trade_no }));
  if (isRefusal(query.error, EC.notFound, EC.badInput, EC.stateDoesNotAllow)) return <NoReceipt />;
  return (
    <Container size="sm" py="xl">
      <Stack gap="lg">
        <Group justify="space-between" className={classes.onScreen}>
          <AnchorLink to="/dashboard/order/$outTradeNo" params={{ outTradeNo: out_trade_no }} size="sm">
            <Group gap={4} component="span">
              <IconChevronLeft size={16} aria-hidden /> {t('receipt.back')}
            </Group>
          </AnchorLink>
          <Group gap="xs">
            <ButtonLink
              to="/proof"
              search={{ out_trade_no }}
              variant="default"
              leftSection={<IconShieldCheck size={18} aria-hidden />}
            >
              {t('proof:check')}
            </ButtonLink>
            <Button
              variant="default"
              leftSection={<IconPrinter size={18} aria-hidden />}
              onClick={() => window.print()}
            >
              {t('receipt.print')}
            </Button>
            <Button
              component="a"
              href={hrefOf(getReceiptPdf, { out_trade_no, locale_lang: language() })}
              download={`receipt-${out_trade_no}.pdf`}
              leftSection={<IconDownload size={18} aria-hidden />}
            >
              {t('receipt.pdf')}
            </Button>
          </Group>
        </Group>
        <Loaded query={query} height={560}>
          {(receipt) => <ReceiptSheet receipt={receipt} />}
        </Loaded>
      </Stack>
    </Container>
  );
}
