import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconDownload, IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FileChecked, ProofFile } from '#services/api/audit/contract/proof-file.ts';
import { saveBlob } from '../components/save-file.ts';
import { ProvenEvent } from './proven-event.tsx';
import { useCheck } from './use-check.ts';

interface Props {
  file: ProofFile;
  publicKey: string;
  /** Offers to save the shown proof; a given file needs no button. */
  savable?: boolean;
}

function nameOf({ about }: ProofFile): string {
  switch (about.kind) {
    case 'order':
      return `order-${about.out_trade_no}`;
    case 'settlement':
      return `settlement-${about.month}`;
    case 'event':
      return `event-${about.position}`;
    default:
      return about satisfies never;
  }
}

/** Checks a proof and shows the result event by event. */
export function CheckResult({ file, publicKey, savable = false }: Props) {
  const { t } = useTranslation('proof');
  const checking = useCheck(file, publicKey);
  if (checking.state === 'checking') return <Skeleton height={160} radius="lg" />;
  if (checking.state !== 'checked') {
    const which = checking.state === 'bad_key' ? 'badKey' : 'noCrypto';
    return (
      <Alert color="orange" radius="lg" role="alert" title={t(`result.${which}`)}>
        {t(`result.${which}Text`)}
      </Alert>
    );
  }
  const save = () =>
    saveBlob(
      new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }),
      `${nameOf(file).replaceAll(/[^\w-]/g, '_')}.proof.json`,
    );
  return (
    <Stack gap="md">
      <Verdict result={checking.result} />
      {savable && (
        <Group>
          <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} onClick={save}>
            {t('download')}
          </Button>
        </Group>
      )}
      {checking.result.events.map((one) => (
        <ProvenEvent key={one.proof.event.position} {...one} />
      ))}
    </Stack>
  );
}

function Verdict({ result: { proven, lines } }: { result: FileChecked }) {
  const { t } = useTranslation('proof');
  return (
    <Alert
      color={proven ? 'green' : 'red'}
      radius="lg"
      role="status"
      icon={proven ? <IconShieldCheck aria-hidden /> : <IconShieldX aria-hidden />}
      title={t(proven ? 'result.proven' : 'result.broken')}
    >
      <Text size="sm">{t(proven ? 'result.provenText' : 'result.brokenText')}</Text>
      {lines !== null && (
        <Text size="sm" fw={650} className="figures" style={{ overflowWrap: 'anywhere' }}>
          {lines.agrees ? t('linesAgree', { count: lines.count }) : t('linesDiffer')}
          <br />
          SHA-256 {lines.sha256}
        </Text>
      )}
    </Alert>
  );
}
