import { Button, FileButton, Group, List, Modal, Stack, Text } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EXPRESS_STATUS } from '#events/status.ts';
import { uploadExpressNumbers } from '#services/contract/delivery/express.ts';
import { listCreatorOrders } from '#services/contract/orders/order-list.ts';
import type { Order } from '#services/contract/orders/orders.ts';
import { call } from '../../api/client.ts';
import { queryOf, useMutation, useUpload } from '../../api/queries.ts';
import { fieldRefusal } from '../../api/refusal.ts';
import { sentenceOf } from '../../app/queries.ts';
import { saveFile } from '../../components/save-file.ts';
import { languageOf } from '../../language/language.ts';
import { BatchResult } from './batch-result.tsx';
import { sheetOf } from './sheet.ts';

/** Ships many orders by a table: download it, fill it in, upload it, see what became of each line. */
export function BatchDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('delivery-shipping');
  return (
    <Modal opened={opened} onClose={onClose} title={t('batch.title')} size="lg">
      {opened && <Steps />}
    </Modal>
  );
}

function Steps() {
  const { t } = useTranslation('delivery-shipping');
  const { waiting, save } = useSheet();
  const ship = useUpload(uploadExpressNumbers, { quiet: true });
  const choose = (file: File | null) => {
    if (file !== null) ship.mutate({ file });
  };
  return (
    <Stack gap="lg">
      <List type="ordered" spacing="lg" styles={{ itemWrapper: { width: '100%' } }}>
        <Step title={t('batch.first')} text={t('batch.firstText')}>
          <Group gap="sm">
            <Button
              variant="default"
              leftSection={<IconDownload size={18} aria-hidden />}
              disabled={waiting === undefined || waiting === 0}
              loading={save.isPending}
              onClick={() => save.mutate()}
            >
              {t('batch.download')}
            </Button>
            <Text className="hint">
              {waiting === 0 && t('batch.nothing')}
              {waiting !== undefined && waiting > MAX_IN_SHEET && t('batch.most', { count: MAX_IN_SHEET })}
            </Text>
          </Group>
        </Step>
        <Step title={t('batch.second')} text={t('batch.secondText')} />
        <Step title={t('batch.third')} text={t('batch.thirdText')}>
          <FileButton accept=".csv,.txt,text/csv,text/plain" onChange={choose}>
            {(props) => (
              <Button
                {...props}
                leftSection={<IconUpload size={18} aria-hidden />}
                loading={ship.isPending}
                variant={ship.data === undefined ? 'filled' : 'default'}
              >
                {t(ship.data === undefined ? 'batch.choose' : 'batch.again')}
              </Button>
            )}
          </FileButton>
          {ship.error !== null && (
            <Text role="alert" c="var(--mantine-color-error)" size="sm">
              {fieldRefusal(ship.error, 'file') ?? sentenceOf(ship.error)}
            </Text>
          )}
        </Step>
      </List>
      {ship.data !== undefined && <BatchResult report={ship.data} />}
    </Stack>
  );
}

function Step({ title, text, children }: { title: string; text: string; children?: React.ReactNode }) {
  return (
    <List.Item>
      <Stack gap="xs">
        <div>
          <Text fw={650}>{title}</Text>
          <Text className="hint">{text}</Text>
        </div>
        {children}
      </Stack>
    </List.Item>
  );
}

const AT_ONCE = 100;
/** As many as one file may ship. */
const MAX_IN_SHEET = 5_000;
const TO_SEND = { express_status: EXPRESS_STATUS.to_send } as const;

async function ordersToSend(): Promise<Order[]> {
  const orders: Order[] = [];
  let known_count: number | undefined;
  for (let page = 1; page <= MAX_IN_SHEET / AT_ONCE; page++) {
    const range = { page, per_page: AT_ONCE, known_count };
    const { list, has_more, total_count } = await call(listCreatorOrders, { ...TO_SEND, ...range });
    known_count ??= total_count;
    orders.push(...list);
    if (!has_more) break;
  }
  return orders;
}

/** How many orders wait to be sent, live; and the table of them, to be filled in. */
function useSheet() {
  const { t, i18n } = useTranslation('delivery-shipping');
  const waiting = useQuery(queryOf(listCreatorOrders, { ...TO_SEND, page: 1, per_page: 1 }));
  const save = useMutation({
    mutationFn: async () =>
      saveFile(sheetOf(await ordersToSend(), t, languageOf(i18n.language, undefined)), 'to-ship.csv'),
    meta: { refresh: false },
  });
  return { waiting: waiting.data?.total_count, save };
}
