import { Button, Group, Modal, ScrollArea, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { hrefOf } from '#services/contract/endpoint.ts';
import { exportRedeemCodes, type MadeRedeem } from '#services/contract/redeem/calls.ts';
import { CopyButton } from '../../components/copy/copy-button.tsx';
import { language } from '../../language/i18n.ts';

/** The codes just made, to be handed on. */
export function MadeCodes({ made, onClose }: { made: MadeRedeem | undefined; onClose: () => void }) {
  const { t } = useTranslation('redeem');
  const codes = made?.list.map(({ code }) => code).join('\n') ?? '';
  return (
    <Modal
      opened={made !== undefined}
      onClose={onClose}
      title={t('make.done', { count: made?.list.length ?? 0 })}
    >
      <Stack gap="md">
        <Text className="hint">{t('make.doneText')}</Text>
        <ScrollArea.Autosize
          mah={240}
          viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t('title') }}
        >
          <Text component="pre" ff="monospace" size="sm" m={0} className="figures">
            {codes}
          </Text>
        </ScrollArea.Autosize>
        <Group gap="sm">
          <CopyButton value={codes}>
            {({ copied, copy }) => (
              <Button
                onClick={copy}
                leftSection={
                  copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />
                }
              >
                {t(copied ? 'make.copied' : 'make.copyAll')}
              </Button>
            )}
          </CopyButton>
          {made !== undefined && (
            <Button
              component="a"
              href={hrefOf(exportRedeemCodes, { batch_id: made.batch_id, lang: language() })}
              download
              variant="default"
              leftSection={<IconDownload size={18} aria-hidden />}
            >
              {t('make.download')}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
