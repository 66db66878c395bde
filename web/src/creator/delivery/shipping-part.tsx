import { Button, Group, Stack, Text } from '@mantine/core';
import { IconTruck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EXPRESS_STATUS } from '#events/status.ts';
import { getExpressProgress } from '#services/contract/delivery/express.ts';
import type { Order } from '#services/contract/orders/orders.ts';
import { queryOf } from '../../api/queries.ts';
import { CopyButton } from '../../components/copy/copy-button.tsx';
import { WrittenAddress } from '../../components/delivery/country.tsx';
import { ParcelNews } from '../../components/delivery/parcel-news.tsx';
import { ParcelNumber } from '../../components/delivery/parcel-number.tsx';
import { ParcelWay } from '../../components/delivery/parcel-way.tsx';
import { Fact } from '../../components/fact.tsx';
import { ShipDialog } from './ship-dialog.tsx';

/** Address and parcel of an order, with the button to ship it; nothing without shipping. */
export function ShippingPart({ order }: { order: Order }) {
  const { t } = useTranslation(['delivery-shipping', 'shell']);
  const [shipping, setShipping] = useState(false);
  const { order_attr: sending, ext, out_trade_no } = order;
  if (sending === null) return null;
  const { address } = ext;
  const sent = sending.express_status === EXPRESS_STATUS.sent;
  const moving = sent && sending.state !== 'signed';
  return (
    <Stack gap="sm" component="section" aria-label={t('part.title')}>
      <Text fw={650}>{t('part.title')}</Text>
      {address === null ? (
        <Text c="dimmed">{t('part.missing')}</Text>
      ) : (
        <>
          <Fact label={t('part.to')}>
            {address.name} {address.phone}
          </Fact>
          <Fact label={t('part.address')}>
            <WrittenAddress address={address.address} country={address.country} />
          </Fact>
          {address.updated_times > 0 && <Text className="hint">{t('part.changed')}</Text>}
        </>
      )}
      {sent && (
        <>
          <ParcelNumber company={sending.company_name} number={sending.express_no} />
          <Way out_trade_no={out_trade_no} />
        </>
      )}
      <Group gap={8}>
        {sending.to_send && address !== null && (
          <Button leftSection={<IconTruck size={18} aria-hidden />} onClick={() => setShipping(true)}>
            {t('part.ship')}
          </Button>
        )}
        {moving && (
          <Button variant="default" size="xs" onClick={() => setShipping(true)}>
            {t('part.change')}
          </Button>
        )}
        {address !== null && (
          <CopyButton value={`${address.name} ${address.phone} ${address.address}`}>
            {({ copied, copy }) => (
              <Button variant="default" size={moving ? 'xs' : 'sm'} onClick={copy}>
                {t(copied ? 'shell:action.copied' : 'part.copy')}
              </Button>
            )}
          </CopyButton>
        )}
      </Group>
      <ShipDialog
        parcel={
          shipping ? { out_trade_no, express: sending.company_id, express_no: sending.express_no } : undefined
        }
        onClose={() => setShipping(false)}
      />
    </Stack>
  );
}

function Way({ out_trade_no }: { out_trade_no: string }) {
  const query = useQuery(queryOf(getExpressProgress, { out_trade_no }));
  if (query.data === undefined) return null;
  const { list, news, company_name } = query.data;
  return (
    <>
      <ParcelWay steps={list} />
      <ParcelNews news={news} company={company_name} />
    </>
  );
}
