import { Alert, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconMapPinQuestion, IconPackage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EXPRESS_STATUS } from '#events/status.ts';
import { getExpressProgress, type Progress } from '#services/contract/delivery/express.ts';
import { queryOf } from '../../api/queries.ts';
import { WrittenAddress } from '../../components/delivery/country.tsx';
import { ParcelNews } from '../../components/delivery/parcel-news.tsx';
import { ParcelNumber } from '../../components/delivery/parcel-number.tsx';
import { ParcelWay } from '../../components/delivery/parcel-way.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Section } from '../../components/section.tsx';

/** Where a paid order goes and where its parcel is; live. */
export function OrderDelivery({ out_trade_no }: { out_trade_no: string }) {
  const { t } = useTranslation('delivery');
  const query = useQuery(queryOf(getExpressProgress, { out_trade_no }));
  return (
    <Section title={t('title')}>
      <Loaded query={query} skeleton={<Skeleton height={120} radius="md" />}>
        {(progress) => <Delivery progress={progress} />}
      </Loaded>
    </Section>
  );
}

function Delivery({ progress }: { progress: Progress }) {
  const { t } = useTranslation('delivery');
  const { address, may_set_address, express_status, company_name, express_no, list, news } = progress;
  return (
    <Stack gap="md">
      {address !== null && (
        <Group justify="space-between" align="flex-start">
          <div>
            <Group gap={8}>
              <Text fw={650}>{address.name}</Text>
              <Text className="figures">{address.phone}</Text>
            </Group>
            <Text className="hint">
              <WrittenAddress address={address.address} country={address.country} />
            </Text>
          </div>
          {may_set_address && (
            <div>
              <ToAddress out_trade_no={progress.out_trade_no} label={t('changeAddress')} />
              <Text className="footnote" mt={4}>
                {t('changeOnce')}
              </Text>
            </div>
          )}
        </Group>
      )}
      {address === null && may_set_address && (
        <Alert color="orange" icon={<IconMapPinQuestion aria-hidden />} title={t('missing')}>
          <Stack gap="sm" align="flex-start">
            <Text size="sm">{t('missingText')}</Text>
            <ToAddress out_trade_no={progress.out_trade_no} label={t('setAddress')} />
          </Stack>
        </Alert>
      )}
      {express_status === EXPRESS_STATUS.sent ? (
        <>
          <ParcelNumber company={company_name} number={express_no} />
          <ParcelWay steps={list} />
          <ParcelNews news={news} company={company_name} />
        </>
      ) : (
        address !== null && (
          <Group gap="sm" wrap="nowrap" align="flex-start">
            <IconPackage aria-hidden style={{ flexShrink: 0 }} />
            <div>
              <Text>{t('waiting')}</Text>
              <Text className="hint">{t('waitingText')}</Text>
            </div>
          </Group>
        )
      )}
    </Stack>
  );
}

const ToAddress = ({ out_trade_no, label }: { out_trade_no: string; label: string }) => (
  <ButtonLink to="/setting/address" search={{ out_trade_no, has_back: 1 }} size="xs" variant="default">
    {label}
  </ButtonLink>
);
