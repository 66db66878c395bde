import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconDownload, IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { Fragment, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkFile, type FileChecked, type ProofFile } from '#services/contract/audit/proof-file.ts';
import { saveBlob } from '../components/save-file.ts';
import { ProvenEvent } from './proven-event.tsx';

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
    case 'post':
      return `post-${about.post_id}`;
    case 'ballot':
      return `ballot-${about.post_id}`;
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

function Verdict({ result: { proven, lines, texts, vote, events } }: { result: FileChecked }) {
  const { t } = useTranslation('proof');
  return (
    <Alert
      color={proven ? 'green' : 'red'}
      radius="lg"
      role="status"
      icon={proven ? <IconShieldCheck aria-hidden /> : <IconShieldX aria-hidden />}
      title={t(proven ? 'result.proven' : 'result.broken')}
    >
      <Text size="sm">{t(proven ? 'result.provenText' : 'result.brokenText', { count: events.length })}</Text>
      {vote !== null && (
        <>
          <Text fw={650} style={{ overflowWrap: 'anywhere' }}>
            {vote.title}
          </Text>
          {vote.options.map(({ name, chosen }, n) => (
            <Text key={n} size="sm" fw={chosen ? 650 : undefined} style={{ overflowWrap: 'anywhere' }}>
              {chosen ? t('chosen', { name }) : name}
            </Text>
          ))}
        </>
      )}
      {[...texts, ...(vote ? [vote] : [])].map(({ sha256, position }) => (
        <Fragment key={sha256}>
          <Text size="sm" fw={650} className="figures">
            {position === null ? t('textDiffers') : t('textAgrees', { position })}
          </Text>
          <Text size="xs" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            SHA-256 {sha256}
          </Text>
        </Fragment>
      ))}
      {lines !== null && (
        <>
          <Text size="sm" fw={650} className="figures">
            {lines.agrees ? t('linesAgree', { count: lines.count }) : t('linesDiffer')}
          </Text>
          <Text size="xs" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            SHA-256 {lines.sha256}
          </Text>
        </>
      )}
    </Alert>
  );
}

type Checking =
  | { state: 'checking' }
  | { state: 'checked'; result: FileChecked }
  /** The key is none, or this browser has no Ed25519. */
  | { state: 'bad_key' | 'no_crypto' };

/** Keys of a kind that a browser does not know are refused by this name. */
function troubleOf(error: unknown): Checking {
  const unknown = error instanceof DOMException && error.name === 'NotSupportedError';
  // Over a connection that is not secure browsers have no Web Crypto at all.
  const missing = globalThis.crypto?.subtle === undefined;
  return { state: unknown || missing ? 'no_crypto' : 'bad_key' };
}

/** Checks a file in this browser with only the key, without requests. */
function useCheck(file: ProofFile, publicKey: string): Checking {
  const [checking, setChecking] = useState<Checking>({ state: 'checking' });
  useEffect(() => {
    let left = false;
    setChecking({ state: 'checking' });
    checkFile(file, publicKey).then(
      (result) => !left && setChecking({ state: 'checked', result }),
      (error: unknown) => !left && setChecking(troubleOf(error)),
    );
    return () => {
      left = true;
    };
  }, [file, publicKey]);
  return checking;
}
