import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ShownFile } from '#services/contract/media/media.ts';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import type { Uploads } from '../../../components/media/upload/use-uploads.ts';
import { SideDrawer } from '../../../components/side-drawer.tsx';
import { AudiencePart } from '../audience-part.tsx';
import { OptionsPart } from '../options-part.tsx';
import type { ArticleFormState } from './article-form-state.ts';
import { CoverPart } from './cover-part.tsx';
import { SharePart } from './share-part.tsx';

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
        <SharePart form={form} />
      </ServerForm>
    </SideDrawer>
  );
}
