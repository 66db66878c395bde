import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ShownFile } from '#services/contract/media/media.ts';
import { openText, richText } from '../../../components/content/rich-node.ts';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import type { useServerForm } from '../../../components/forms/use-server-form.ts';
import type { Uploads } from '../../../components/media/upload/use-uploads.ts';
import { Section } from '../../../components/section.tsx';
import { SideDrawer } from '../../../components/side-drawer.tsx';
import { AudiencePart } from '../audience-part.tsx';
import { OptionsPart } from '../options-part.tsx';
import type { ArticleValues } from './article-values.ts';
import { CoverPart } from './cover-part.tsx';

/** The form of an article, for its parts. */
type ArticleFormState = ReturnType<typeof useServerForm<ArticleValues, unknown, unknown>>;

interface Props {
  opened: boolean;
  onClose: () => void;
  form: ArticleFormState;
  isPublished: boolean;
  /** Saved, and not published yet: a scheduled one goes back to the drafts. */
  waits: 'scheduled' | 'draft' | undefined;
  onSubmit: (draft: boolean) => void;
  uploads: Uploads;
  /** The cover of the saved article. */
  cover: ShownFile | null;
}

const WIDTH = 520;

/** Who can read the article, when it is published, and how search engines show it. */
export function ArticleSettings({
  opened,
  onClose,
  form,
  isPublished,
  waits,
  onSubmit,
  uploads,
  cover,
}: Props) {
  const { t } = useTranslation(['content-article', 'content-compose']);
  const { values } = form;
  const action = isPublished ? 'save' : values.publish_time === '' ? 'publish' : 'schedule';
  return (
    <SideDrawer title={opened ? t('settings.title') : undefined} width={WIDTH} onClose={onClose}>
      <ServerForm
        form={{
          ...form,
          submit: (event) => {
            event?.preventDefault();
            onSubmit(false);
          },
        }}
        gap="lg"
        left
        submit={t(`content-compose:submit.${action}`)}
        beside={
          waits && (
            <Button variant="default" disabled={form.sending} onClick={() => onSubmit(true)}>
              {t(waits === 'scheduled' ? 'content-compose:submit.draft' : 'content-compose:submit.saveDraft')}
            </Button>
          )
        }
      >
        {/* The form knows more than its parts need. */}
        <CoverPart
          saved={cover}
          value={values.cover}
          onChange={(file_id) => form.setFieldValue('cover', file_id)}
          uploads={uploads}
          error={form.errors.cover}
        />
        <AudiencePart form={form} />
        <OptionsPart form={form} isPublished={isPublished} />
        <SearchPreview values={values} />
      </ServerForm>
    </SideDrawer>
  );
}

const LONGEST = 120;

/** As a search engine shows it: title, address, and the beginning of the text. */
function SearchPreview({ values }: { values: ArticleValues }) {
  const { t } = useTranslation('content-article');
  const { title, preview_text, audience, rich } = values;
  const isOpen = audience === 'all';
  const text = isOpen ? richText(rich) : preview_text || openText(rich);
  return (
    <Section title={t('seo.title')} text={t('seo.text')}>
      <Stack gap={2}>
        <Text fw={650} c="var(--mantine-color-anchor)" style={{ overflowWrap: 'anywhere' }}>
          {title || t('seo.noTitle')}
        </Text>
        <Text size="xs" c="dimmed">{`${location.host} › p`}</Text>
        <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {[...text.replace(/\s+/g, ' ')].slice(0, LONGEST).join('') || t('seo.noText')}
        </Text>
      </Stack>
    </Section>
  );
}
