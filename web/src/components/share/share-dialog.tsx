import { Button, Modal, SimpleGrid, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  IconBrandDouban,
  IconBrandQq,
  IconBrandWechat,
  IconBrandWeibo,
  IconLink,
  IconPhotoDown,
  type IconProps,
  IconShare2,
} from '@tabler/icons-react';
import { QRCodeCanvas } from 'qrcode.react';
import { type ComponentType, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BRAND_NAME } from '../../app/brand.ts';
import { saveBlob } from '../save-file.ts';
import classes from './share.module.css';
import { sharePicture } from './share-picture.ts';
import { type Shared, shareAddress } from './share-targets.ts';

const SITES = [
  { site: 'weibo', icon: IconBrandWeibo, color: '#d9222a' },
  { site: 'qq', icon: IconBrandQq, color: '#0a7ec2' },
  { site: 'douban', icon: IconBrandDouban, color: '#1f7a33' },
] as const;

/** The six targets of a page, and the phone's own list of programs where there is one. */
export default function ShareDialog({ shared, onClose }: { shared: Shared; onClose: () => void }) {
  const { t } = useTranslation(['relations-share', 'shell']);
  const code = useRef<HTMLCanvasElement>(null);
  const [isCodeShown, setCodeShown] = useState(false);
  const [isUncopied, setUncopied] = useState(false);
  const url = new URL(shared.path, window.location.origin).href;
  const copy = () =>
    // Missing in a page that did not come over TLS.
    Promise.resolve(navigator.clipboard?.writeText(url) ?? Promise.reject()).then(
      () => notifications.show({ color: 'green', message: t('copied') }),
      () => setUncopied(true),
    );
  const save = async () => {
    const file = code.current && (await sharePicture(shared, code.current, window.location.host));
    if (file) saveBlob(file, `${BRAND_NAME}.png`);
    else notifications.show({ color: 'red', message: t('notSaved') });
  };
  const more = () =>
    // Closing the list of programs is no failure.
    void navigator.share({ title: shared.title, text: shared.text, url }).catch(() => undefined);
  return (
    <Modal opened onClose={onClose} title={t('title')} size="sm">
      <Stack gap="md">
        <SimpleGrid cols={3} spacing="xs">
          {SITES.map(({ site, icon, color }) => (
            <a
              key={site}
              className={classes.target}
              href={shareAddress(site, shared, window.location.origin)}
              target="_blank"
              rel="noopener noreferrer"
            >
              <Face icon={icon} color={color} label={t(`to.${site}`)} />
            </a>
          ))}
          <UnstyledButton
            className={classes.target}
            aria-expanded={isCodeShown}
            onClick={() => setCodeShown((shown) => !shown)}
          >
            <Face icon={IconBrandWechat} color="#1a7f3c" label={t('to.wechat')} />
          </UnstyledButton>
          <UnstyledButton className={classes.target} onClick={() => void copy()}>
            <Face icon={IconLink} label={t('to.link')} />
          </UnstyledButton>
          <UnstyledButton className={classes.target} onClick={() => void save()}>
            <Face icon={IconPhotoDown} label={t('to.picture')} />
          </UnstyledButton>
        </SimpleGrid>
        <Stack gap="xs" align="center" className={isCodeShown ? undefined : classes.hidden}>
          <div className={classes.code}>
            <QRCodeCanvas ref={code} value={url} size={168} level="M" title={t('code')} fgColor="#211a2e" />
          </div>
          <Text size="sm" ta="center">
            {t('scan')}
          </Text>
        </Stack>
        {isUncopied && (
          <TextInput
            readOnly
            label={t('shell:action.notCopied')}
            value={url}
            onFocus={(field) => field.target.select()}
          />
        )}
        {'share' in navigator && (
          <Button variant="light" leftSection={<IconShare2 size={18} aria-hidden />} onClick={more}>
            {t('more')}
          </Button>
        )}
      </Stack>
    </Modal>
  );
}

interface FaceProps {
  icon: ComponentType<IconProps>;
  label: string;
  color?: string;
}

function Face({ icon: Icon, label, color }: FaceProps) {
  return (
    <>
      <span
        className={classes.icon}
        style={color === undefined ? undefined : { background: color, color: 'white' }}
      >
        <Icon size={24} aria-hidden />
      </span>
      {label}
    </>
  );
}
