import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { MAX_COMMENT, publishComment, type Reply } from '#services/contract/content/comments.ts';
import { useCall } from '../../../api/queries.ts';
import { EC, isRefusal } from '../../../api/refusal.ts';
import { bindQuestion } from '../../../app/consent/bind-question.ts';
import { useProfile } from '../../../app/session.ts';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { ButtonLink } from '../../../components/links.tsx';
import classes from './comments.module.css';
import { keepComment, keptComment } from './kept-comments.ts';
import { MentionField } from './mention-field.tsx';
import { NOTHING, sentText } from './mentions.ts';

interface Props {
  post_id: string;
  /** The comment that is replied to; undefined begins a thread. */
  to?: Reply;
  onDone?: (comment: Reply) => void;
  onClose?: () => void;
}

/** Writes a comment or a reply. What was typed stays on this device until it is sent. */
export function CommentForm(props: Props) {
  const { t } = useTranslation('content-comments');
  const profile = useProfile();
  const back = useLocation({ select: ({ href }) => href });
  if (profile === undefined) return null;
  if (profile === null)
    return (
      <ButtonLink to="/login" search={{ back }} variant="default" style={{ alignSelf: 'flex-start' }}>
        {t('signIn')}
      </ButtonLink>
    );
  return <OwnForm key={profile.user.user_id} user_id={profile.user.user_id} {...props} />;
}

function OwnForm({ user_id, post_id, to, onDone, onClose }: Props & { user_id: string }) {
  const { t } = useTranslation('content-comments');
  const name = `${user_id} ${post_id} ${to?.comment_id ?? ''}`.trim();
  const form = useServerForm({
    initialValues: { content: keptComment(name) },
    validate: { content: ({ text }) => (text.trim() === '' ? t('empty') : null) },
    send: useCall(publishComment, { quiet: true }),
    requestOf: ({ content }) => ({
      post_id,
      content: sentText(content),
      ...(to && { reply_comment_id: to.comment_id }),
    }),
    onDone: ({ comment }) => {
      keepComment(name, NOTHING);
      form.setValues({ content: NOTHING });
      onDone?.(comment);
    },
    onRefused: (error) => isRefusal(error, EC.bindPhone) && bindQuestion.ask(error),
  });
  const { error } = form.getInputProps('content');
  const label = to ? t('replyTo', { name: to.user.name }) : t('write');
  return (
    <ServerForm
      form={form}
      label={label}
      gap="xs"
      submit={t(to ? 'sendReply' : 'send')}
      button={{ size: 'sm' }}
      onCancel={onClose}
    >
      <MentionField
        post_id={post_id}
        aria-label={label}
        placeholder={to ? label : t('placeholder')}
        autosize
        minRows={to ? 1 : 2}
        maxRows={4}
        maxLength={MAX_COMMENT}
        classNames={{ input: classes.field ?? '' }}
        {...(to && { autoFocus: true })}
        error={error}
        draft={form.values.content}
        onDraft={(content) => {
          keepComment(name, content);
          form.setValues({ content });
          form.clearFieldError('content');
        }}
      />
    </ServerForm>
  );
}
