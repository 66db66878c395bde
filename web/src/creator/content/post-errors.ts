import type { TFunction } from 'i18next';
import { POST_TYPE } from '#events/status.ts';
import type { FormErrors } from '../../components/forms/refused-fields.ts';
import type { UploadObstacle } from '../../components/media/upload/use-uploads.ts';
import { hasFiles, isGated, type PostValues, type VoteValues } from './post-values.ts';

/** Plans and products that one post can name. */
const MAX_NAMED = 20;
const MONEY = /^\d{1,7}(\.\d{1,2})?$/;

interface Options {
  t: TFunction<['content-compose', 'media', 'content-vote-edit']>;
  isPublished: boolean;
  /** Uploads that the post waits for. */
  obstacle?: UploadObstacle | undefined;
  /** Unix seconds */
  now?: number;
}

/** What is missing or impossible, by field; the server checks all of it again. */
export function postErrors(
  values: PostValues,
  { t, isPublished, obstacle, now = Date.now() / 1000 }: Options,
): FormErrors {
  const { type, title, content, audience, min_price, named, public_time, publish_time } = values;
  const errors: FormErrors = {};
  if (type === POST_TYPE.article && title.trim() === '') errors.title = t('error.title');
  if (content.trim() === '' && !hasFiles(values)) errors.content = t('error.content');
  if (obstacle !== undefined) errors.pics = t(`media:upload.wait.${obstacle}`);
  const price = min_price.trim();
  if (audience === 'price' && !(MONEY.test(price) && Number(price) > 0)) errors.min_price = t('error.price');
  if (audience === 'named' && named.length === 0) errors.named = t('error.named');
  if (audience === 'named' && named.length > MAX_NAMED)
    errors.named = t('error.namedMost', { most: MAX_NAMED });
  const publishAt = isPublished ? '' : publish_time;
  if (publishAt !== '' && publishAt <= now) errors.publish_time = t('error.past');
  if (isGated(values) && public_time !== '' && publishAt !== '' && public_time <= publishAt)
    errors.public_time = t('error.beforePublish');
  if (values.vote && !isPublished) Object.assign(errors, voteErrors(values.vote, publishAt || now, t));
  return errors;
}

/** @param from Unix seconds of the publication */
function voteErrors(
  { title, options, until, deadline }: VoteValues,
  from: number,
  t: Options['t'],
): FormErrors {
  const errors: FormErrors = {};
  if (title.trim() === '') errors['vote.title'] = t('content-vote-edit:required');
  const names = options.map(({ name }) => name.trim().normalize('NFKC'));
  for (const [n, name] of names.entries()) {
    if (name === '') errors[`vote.options.${n}.name`] = t('content-vote-edit:required');
    else if (names.indexOf(name) !== n) errors[`vote.options.${n}.name`] = t('content-vote-edit:repeated');
  }
  if (until === 'custom' && (deadline === '' || deadline <= from))
    errors['vote.deadline'] = t('content-vote-edit:past');
  return errors;
}
