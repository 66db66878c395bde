import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { getPurchasedSku, type PurchasedSku } from '#services/contract/orders/purchases.ts';
import { queryOf } from '../../../api/queries.ts';
import { Section } from '../../../components/section.tsx';
import { useLocale } from '../../../language/use-locale.ts';

const FRESH_MS = 50_000;
/** Models of an order whose files are shown. */
const MOST = 10;

/** What a model has for its buyers. The address of its file is valid for a minute at least. */
export const purchasedSkuQuery = (sku_id: string) =>
  queryOf(getPurchasedSku, { sku_id }, { refetchInterval: FRESH_MS, staleTime: 0 });

/** The file of a model, for its buyers. */
export function BuyersFile({ attachment }: Pick<PurchasedSku, 'attachment'>) {
  const { t } = useLocale('orders-after-payment');
  if (attachment === null) return null;
  return (
    <Section title={t('sku.file')} text={attachment.name}>
      <Button
        component="a"
        href={attachment.url}
        download={attachment.name}
        style={{ alignSelf: 'flex-start' }}
        leftSection={<IconDownload size={18} aria-hidden />}
      >
        {t('sku.download')}
      </Button>
    </Section>
  );
}

/** The files of an order that was paid. */
export function OrderFiles({ sku_ids }: { sku_ids: readonly string[] }) {
  const found = useQueries({ queries: sku_ids.slice(0, MOST).map(purchasedSkuQuery) });
  return found.map(({ data }) => data && <BuyersFile key={data.sku.sku_id} attachment={data.attachment} />);
}
