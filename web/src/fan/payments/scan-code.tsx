import { Box } from '@mantine/core';
import { QRCodeSVG } from 'qrcode.react';

/** A QR code, dark on white in both themes: scanners need it so. */
export function ScanCode({ text, title }: { text: string; title: string }) {
  return (
    <Box p="md" bg="white" style={{ borderRadius: 16, border: '1px solid var(--fw-line)' }}>
      <QRCodeSVG value={text} size={200} level="M" title={title} fgColor="#211a2e" />
    </Box>
  );
}
