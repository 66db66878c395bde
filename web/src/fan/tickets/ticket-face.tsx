import { Alert, Box, Center, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { QRCodeSVG } from 'qrcode.react';
import { TICKET_STATUS } from '#events/status.ts';
import type { Ticket } from '#services/contract/tickets/tickets.ts';
import { Fact } from '../../components/fact.tsx';
import { DocumentNumber } from '../../components/tickets/document-number.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { TicketStatus } from './ticket-status.tsx';

/** The text of the QR code: an address for a phone's own camera, with the token for offline verification. */
function ticketLink({ out_trade_no, id, token }: Ticket, origin: string): string {
  const link = new URL('/order/inspect', origin);
  link.searchParams.set('out_trade_no', out_trade_no);
  link.searchParams.set('id', id);
  link.searchParams.set('t', token);
  return link.href;
}

/** Commerce specification 2. */
const QR_SIZE = 192;
const INK = '#211a2e';

/** One ticket for check-in: the code, the holder, and what to bring. */
export function TicketFace({ ticket }: { ticket: Ticket }) {
  const { t, formats } = useLocale('tickets');
  const { name, id_type, id_card, code, sku, round, status, used_at } = ticket;
  const isVoid = status === TICKET_STATUS.void;
  return (
    <Stack gap="md">
      <Center>
        <Box p="md" bg="white" style={{ borderRadius: 16, border: '1px solid var(--fw-line)' }}>
          {isVoid ? (
            <Center w={QR_SIZE} h={QR_SIZE} c={INK} ta="center">
              {t('void')}
            </Center>
          ) : (
            <QRCodeSVG
              value={ticketLink(ticket, window.location.origin)}
              size={QR_SIZE}
              level="L"
              title={t('qr')}
              fgColor={status === TICKET_STATUS.used ? '#a69fb3' : INK}
            />
          )}
        </Box>
      </Center>
      <Stack gap={4} align="center">
        <TicketStatus status={status} />
        {used_at !== null && !isVoid && (
          <Text className="hint figures">{t('used', { time: formats.dateTime(used_at) })}</Text>
        )}
      </Stack>
      <Stack gap="xs">
        <Fact label={t('kind')}>{sku.name}</Fact>
        {round?.begin_time != null && <Fact label={t('round')}>{formats.occasion(round.begin_time)}</Fact>}
        {name !== '' && <Fact label={t('holder')}>{name}</Fact>}
        {id_card !== '' && (
          <Fact label={t('card')}>
            <DocumentNumber type={id_type} number={id_card} />
          </Fact>
        )}
        <Fact label={t('code')}>{code}</Fact>
      </Stack>
      {!isVoid && (
        <Alert
          color="brand"
          variant="light"
          icon={<IconInfoCircle aria-hidden />}
          title={t('tip.title')}
          role="note"
        >
          {t(name === '' ? 'tip.plain' : 'tip.named')}
        </Alert>
      )}
    </Stack>
  );
}
